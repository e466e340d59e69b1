import { DEFAULT_LANGUAGE, type LanguageCode } from '#domain/languages.ts';
import { useUserSettings } from '#web/lib/session/user-settings.ts';

/** The language that the person has chosen for answers; English until it is known. */
export function useAnswerLanguage(): LanguageCode {
  return useUserSettings().data?.answer_language ?? DEFAULT_LANGUAGE;
}
