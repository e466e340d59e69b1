import type { LanguageCode } from '#domain/languages.ts';
import type { ChatDone } from '../engine/action.ts';
import { checkLanguage } from '../language/check-language.ts';

/** Writer's output before it is checked. */
export type Draft = Pick<ChatDone, 'text' | 'model' | 'isCut'>;

export const isInLanguage = ({ text }: Pick<Draft, 'text'>, language: LanguageCode): boolean =>
  checkLanguage(text, language).isInLanguage;
