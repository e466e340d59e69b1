import { DEFAULT_LANGUAGE, type LanguageCode } from '#domain/languages.ts';
import { useUserSettings } from '#web/lib/session/user-settings.ts';

/** The user's default language for answers; English until settings are loaded. */
export function useAnswerLanguage(): LanguageCode {
  return useUserSettings().data?.answer_language ?? DEFAULT_LANGUAGE;
}
