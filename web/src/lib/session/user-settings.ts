import { useQuery } from '@tanstack/react-query';
import { DEFAULT_LANGUAGE } from '#domain/languages.ts';
import { type UserSettings, userSettingsRow } from '#domain/rows/user-settings-row.ts';
import { queryKeys } from '../server/query-keys.ts';
import { columnsOf } from '../server/rows.ts';
import { supabase } from '../server/supabase.ts';

/** Defaults of a new account, as the server creates them. */
const NEW_SETTINGS: UserSettings = {
  answer_language: DEFAULT_LANGUAGE,
  remove_oldest_completed: true,
  compact_rows: false,
  asks_first: true,
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
