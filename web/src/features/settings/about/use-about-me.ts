import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AboutMe, aboutMeRow } from '#domain/rows/about-me-row.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { putLatest } from '#web/lib/server/refetch.ts';
import { columnsOf } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';

/** What the user says about themselves. Not kept on the device. */
export function useAboutMe(): UseQueryResult<AboutMe> {
  return useQuery({ queryKey: queryKeys.aboutMe, queryFn: readAboutMe, meta: { volatile: true } });
}

async function readAboutMe(): Promise<AboutMe> {
  const server = await supabase();
  const { data } = await server.from('user_settings').select(columnsOf(aboutMeRow)).single().throwOnError();
  return aboutMeRow.parse(data);
}

interface SaveOptions {
  onSaved?: () => void;
  onSettled?: () => void;
  /** What has become of the user's change, after a failure. */
  detail: string;
}

/** Saves some of it. */
export function useSaveAboutMe({ onSaved, onSettled, detail }: SaveOptions) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    retry: false,
    // Serialised, so that the last of two quick changes wins.
    scope: { id: 'about_me' },
    mutationFn: saveAboutMe,
    onSuccess: (saved) => {
      putLatest(client, queryKeys.aboutMe, saved);
      onSaved?.();
    },
    onError: (error) => {
      logProblem('what the user says about themselves could not be saved', error);
      notify.error(t('settings.save_failed'), { id: 'settings-save', detail });
    },
    onSettled: () => onSettled?.(),
  });
}

async function saveAboutMe(change: Partial<AboutMe>): Promise<AboutMe> {
  const userId = useSession.getState().user?.id;
  if (userId === undefined) throw new Error('nobody is signed in');
  const server = await supabase();
  const { data } = await server
    .from('user_settings')
    .update(change)
    .eq('user_id', userId)
    .select(columnsOf(aboutMeRow))
    .single()
    .throwOnError();
  return aboutMeRow.parse(data);
}
