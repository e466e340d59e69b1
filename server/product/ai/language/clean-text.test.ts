import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, createTextCleaner } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['tag characters', 'Hi\u{E0048}\u{E0049}\u{E007F} there', 'Hi there'],
    ['direction overrides and isolates', 'a\u202Eb\u202Cc\u2066d\u2069', 'abcd'],
    ['NUL and other controls', 'a\0b\u0007c\u009bd\r\ne\tf', 'abcd\ne\tf'],
    ['word joiners, byte order marks and fillers', '\ufeffa\u2060b\u3164c\u115fd', 'abcd'],
    ['joiners and spaces of no width between Latin letters', 'pass\u200bwo\u200crd\u200d', 'password'],
    ['variation selectors that belong to nothing', 'x\ufe0f\u{E0100}y', 'xy'],
    ['a joiner at the end', 'می\u200c', 'می'],
    ['halves of characters', 'a\ud800b', 'a\ufffdb'],
  ])('drops %s', (_what, dirty, clean) => {
    expect(cleanText(dirty)).toBe(clean);
  });

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क\u094d\u200dष और क\u094d\u200cष'],
    ['Bengali', 'র\u200d\u09cd\u09af'],
    ['Burmese line breaks', 'မြန်မာ\u200bဘာသာ'],
    ['Thai line breaks', 'ภาษา\u200bไทย'],
    ['a family', '👩\u200d👩\u200d👧'],
    ['a profession with a skin tone', '👩🏽\u200d🚀'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a keycap and a heart', '1\ufe0f\u20e3 ❤\ufe0f'],
    ['ideographic variants', '葛\u{E0100}'],
    ['direction marks', 'abc\u200f \u200eאבג'],
    ['accents and characters of four bytes', 'e\u0301 𝒻 🎉'],
  ])('keeps %s', (_what, text) => {
    expect(cleanText(text)).toBe(text);
  });

  it('gives the same result in pieces', () => {
    const character = fc.constantFrom(
      'a',
      ' ',
      'م',
      'क',
      '\u094d',
      '👩',
      '🏽',
      '\u200c',
      '\u200d',
      '\u200b',
      '\ufe0f',
      '\u{E0041}',
      '\0',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 40 }), (characters) => {
        const cleaner = createTextCleaner();
        const pieces = characters.map((each) => cleaner.push(each)).join('');
        expect(pieces).toBe(cleanText(characters.join('')));
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = cleanText(text);
        expect(cleanText(once)).toBe(once);
      }),
    );
  });
});
