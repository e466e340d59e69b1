import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UserSettings, userSettingsRow } from '#domain/rows/user-settings-row.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { putLatest } from '#web/lib/server/refetch.ts';
import { columnsOf } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useUserSettings } from '#web/lib/session/user-settings.ts';
import { t } from '#web/texts/settings.ts';

type Choice = Partial<UserSettings>;

/** User settings with optimistic updates, rolled back if the server refuses. */
export function useChoices() {
  const client = useQueryClient();
  const query = useUserSettings();
  // Overrides the query's data, which updates a moment after the click; a box would flash its old state.
  const [unconfirmed, setUnconfirmed] = useState<Choice>({});
  const { mutate } = useMutation({
    networkMode: 'always',
    retry: false,
    // Serialised, so that the last of two quick changes wins.
    scope: { id: 'user_settings' },
    mutationFn: saveChoice,
    onSuccess: (saved) => putLatest<UserSettings>(client, queryKeys.userSettings, saved),
    onError: (error) => {
      logProblem('the settings could not be saved', error);
      notify.error(t('settings.save_failed'), {
        id: 'settings-save',
        detail: t('settings.save_failed.detail'),
      });
    },
    onSettled: (_saved, _error, choice) => setUnconfirmed((known) => without(known, choice)),
  });
  const choose = (choice: Choice) => {
    setUnconfirmed((known) => ({ ...known, ...choice }));
    mutate(choice);
  };
  /** Applies unconfirmed changes to the settings. */
  const asChosen = (known: UserSettings): UserSettings => ({ ...known, ...unconfirmed });
  return { query, asChosen, choose };
}

/** A later change of the same setting wins. */
function without(known: Choice, choice: Choice): Choice {
  const settled = new Map<string, unknown>(Object.entries(choice));
  return Object.fromEntries(
    Object.entries(known).filter(([name, value]) => !settled.has(name) || settled.get(name) !== value),
  );
}

async function saveChoice(choice: Choice): Promise<UserSettings> {
  const userId = useSession.getState().user?.id;
  if (userId === undefined) throw new Error('nobody is signed in');
  const server = await supabase();
  const { data } = await server
    .from('user_settings')
    .update(choice)
    .eq('user_id', userId)
    .select(columnsOf(userSettingsRow))
    .single()
    .throwOnError();
  return userSettingsRow.parse(data);
}
