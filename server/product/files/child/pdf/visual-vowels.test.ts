import { expect, it } from 'vitest';
import { orderVowels } from './visual-vowels.ts';

it.each([
  ['Devanagari', 'िहन्दी में िलिखत', 'हिन्दी में लिखित'],
  ['a joined consonant', 'िस्थित', 'स्थिति'],
  ['Tamil, a vowel on both sides', '\u0bc6\u0b95\u0bbe\u0b9f\u0bc1 \u0bc7\u0baa\u0bbe', 'கொடு போ'],
])('puts vowels behind their consonants: %s', (_script, seen, written) => {
  expect(orderVowels(seen)).toBe(written);
});

it('leaves a page in the order of writing alone, though one consonant got lost', () => {
  const page = 'यदि शक्ति है कि किताब ितलिपि';
  expect(orderVowels(page)).toBe(page);
  expect(orderVowels('No vowels of these scripts.')).toBe('No vowels of these scripts.');
});
