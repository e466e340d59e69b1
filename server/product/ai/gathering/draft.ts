import type { LanguageCode } from '#domain/languages.ts';
import type { ChatDone } from '../engine/action.ts';
import { checkLanguage } from '../language/check-language.ts';

/** Writer's output before it is checked. */
export type Draft = Pick<ChatDone, 'text' | 'model' | 'isCut'>;

export const isInLanguage = ({ text }: Pick<Draft, 'text'>, language: LanguageCode): boolean =>
  checkLanguage(text, language).isInLanguage;

/** The draft with the larger share in the requested language. */
export function betterDraft(first: Draft, second: Draft, language: LanguageCode): Draft {
  return checkLanguage(second.text, language).share > checkLanguage(first.text, language).share
    ? second
    : first;
}
