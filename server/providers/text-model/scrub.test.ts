import { describe, expect, it } from 'vitest';
import { scrub } from './scrub.ts';

const nothing = { key: null, sent: [] };

describe('an error message of a provider', () => {
  it.each([
    ['as it is', 'a+b/c=d e'],
    ['encoded for an address', 'a%2Bb%2Fc%3Dd e'],
  ])('is logged without the key, %s', (_form, said) => {
    expect(scrub(`failed: ${said}`, { key: 'a+b/c=d', sent: [] })).toBe('failed: [key] e');
  });

  it('keeps the words that a short key is part of', () => {
    const said = 'x is wrong (key: x). Context size has been exceeded.';
    expect(scrub(said, { key: 'x', sent: [] })).toBe(
      '[key] is wrong (key: [key]). Context size has been exceeded.',
    );
  });

  it('is logged without anything that looks like a key', () => {
    expect(scrub('for sk-or-v1-0123456789abcdef and Bearer eyJhbGciOi.x.y', nothing)).toBe(
      'for [key] and [key]',
    );
  });

  it('is logged without the lines that were sent', () => {
    const sent = ['Rules\nTitle: see a lawyer\nhigh'];
    expect(scrub('bad input "Title: see a lawyer" (high)', { key: null, sent })).toBe(
      'bad input "[request]" (high)',
    );
  });

  it('is one short line of visible characters', () => {
    const told = scrub(`a\n\u001b[31mb\u202E\0 ${'x'.repeat(1_000)}`, nothing);
    expect(told).toMatch(/^a \[31mb x+…$/);
    expect(told.length).toBeLessThanOrEqual(301);
  });
});
