import { expect, it } from 'vitest';
import { isLanguageCode, LANGUAGE_CODES, LANGUAGES, language } from './languages.ts';

it('lists the 28 languages of the specification, in its order', () => {
  expect(LANGUAGE_CODES.join(', ')).toBe(
    'en, de, fr, it, es, pt, nl, zh, hi, ar, bn, ru, ja, pa, jv, te, mr, ta, tr, ko, vi, ur, gu, pl, uk, fa, my, th',
  );
});

it("names every language as in Unicode's English names", () => {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  // Unicode has used Bangla since 2016; users look for Bengali.
  for (const { code, englishName } of LANGUAGES) {
    expect(englishName).toBe(names.of(code)?.replace('Bangla', 'Bengali'));
  }
});

it('has the writing direction of each language', () => {
  const leftwards = LANGUAGES.filter((each) => each.direction === 'rtl').map((each) => each.code);
  expect(leftwards).toEqual(['ar', 'ur', 'fa']);
  expect(language('fa').ownName).toBe('فارسی');
});

it('accepts no other code', () => {
  expect(isLanguageCode('de')).toBe(true);
  for (const wrong of ['DE', 'xx', '', null, undefined, 1, 'constructor'])
    expect(isLanguageCode(wrong)).toBe(false);
});
