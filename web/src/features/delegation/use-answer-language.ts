import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type LanguageCode } from '#domain/languages.ts';
import { supabase } from '#web/lib/supabase.ts';

const settings = z.object({ answer_language: z.enum(LANGUAGE_CODES) });

/** The language that the person has chosen for answers; English until it is known. */
export function useAnswerLanguage(): LanguageCode {
  const query = useQuery({ queryKey: ['answer_language'], queryFn: readAnswerLanguage });
  return query.data ?? DEFAULT_LANGUAGE;
}

async function readAnswerLanguage(): Promise<LanguageCode> {
  const server = await supabase();
  const { data } = await server.from('user_settings').select('answer_language').maybeSingle().throwOnError();
  return settings.safeParse(data).data?.answer_language ?? DEFAULT_LANGUAGE;
}
