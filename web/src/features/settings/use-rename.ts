import { useMutation } from '@tanstack/react-query';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { isRefusal } from '#web/lib/server/refusal.ts';
import { profileRow } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { putProfile, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/settings.ts';

/** Saves the full name. `onSaved` is told once the server has confirmed it. */
export function useRename(userId: string, onSaved: () => void) {
  return useMutation({
    mutationFn: (fullName: string) => rename(userId, fullName),
    // A form that waits for the network would look stuck: without one it fails at once and keeps its text.
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && !isRefusal(error),
    onSuccess: (profile) => {
      if (useSession.getState().user?.id === userId) putProfile(profile);
      notify.success(t('settings.profile.updated'));
      onSaved();
    },
    onError: (error) => {
      logProblem('the profile could not be updated', error);
      notify.error(t('settings.profile.update_failed'), { detail: t('settings.text_kept') });
    },
  });
}

async function rename(userId: string, fullName: string) {
  const server = await supabase();
  const { data } = await server
    .from('profiles')
    .update({ full_name: fullName })
    .eq('id', userId)
    .select()
    .single()
    .throwOnError();
  return profileRow.parse(data);
}
