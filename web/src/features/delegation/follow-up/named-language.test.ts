import { expect, test } from 'vitest';
import { namedLanguage } from './use-follow-up.ts';

test.each([
  ['Shorter, in French', 'fr'],
  ['in german.', 'de'],
  ['Translate it to Japanese and add prices', 'ja'],
  ['auf Deutsch', 'de'],
])('“%s” asks for a language', (wish, code) => expect(namedLanguage(wish)).toBe(code));

test.each(['Add prices in German cities', 'Compare French and Italian trains', 'Shorter', ''])(
  '“%s” asks for none',
  (wish) => expect(namedLanguage(wish)).toBeUndefined(),
);
