import { useMutation, useQueryClient } from '@tanstack/react-query';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { t } from '#web/texts/settings.ts';
import { endOtherSessions, endSession, type OwnSession } from './read-sessions.ts';

/** In the place of one session's id: all but this one. */
export const OTHERS = 'others';

/** Ends one session, or all but this one. `onEnded` is told before the rows go. */
export function useEndSessions(onEnded: () => void) {
  const client = useQueryClient();
  return useMutation({
    // What is ended in fear of a stranger must not wait on this device for a network.
    networkMode: 'always',
    retry: false,
    mutationFn: (which: string) => (which === OTHERS ? endOtherSessions() : endSession(which)),
    onSuccess: (_nothing, which) => {
      client.setQueryData<OwnSession[]>(queryKeys.sessions, (known) =>
        known?.filter((one) => one.is_current || (which !== OTHERS && one.session_id !== which)),
      );
      notify.success(t(which === OTHERS ? 'settings.sessions.others_ended' : 'settings.sessions.ended'));
      onEnded();
      return client.invalidateQueries({ queryKey: queryKeys.sessions });
    },
    onError: (error) => {
      logProblem('a session could not be ended', error);
      notify.error(t('settings.sessions.end_failed'), { detail: t('settings.sessions.end_failed.detail') });
    },
  });
}
