import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '#domain/languages.ts';
import { queryKeys } from '../server/query-keys.ts';
import { columnsOf } from '../server/rows.ts';
import { supabase } from '../server/supabase.ts';

export const userSettingsRow = z.object({
  answer_language: z.enum(LANGUAGE_CODES),
  remove_oldest_completed: z.boolean(),
  compact_rows: z.boolean(),
});

/** Settings kept on the server for all devices. */
export type UserSettings = z.infer<typeof userSettingsRow>;

/** Defaults of a new account, as the server creates them. */
const NEW_SETTINGS: UserSettings = {
  answer_language: DEFAULT_LANGUAGE,
  remove_oldest_completed: true,
  compact_rows: false,
};

export function useUserSettings() {
  return useQuery({ queryKey: queryKeys.userSettings, queryFn: readUserSettings });
}

async function readUserSettings(): Promise<UserSettings> {
  const server = await supabase();
  const { data } = await server
    .from('user_settings')
    .select(columnsOf(userSettingsRow))
    .maybeSingle()
    .throwOnError();
  return data === null ? NEW_SETTINGS : userSettingsRow.parse(data);
}
