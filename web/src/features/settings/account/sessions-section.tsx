import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useRef } from 'react';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/marks/badge.tsx';
import { EntryRow } from '../entry-row.tsx';
import { toMoment } from '../moments.ts';
import { QueryValue } from '../query-value.tsx';
import { SectionQuery } from '../section-query.tsx';
import { SettingsRow } from '../settings-row.tsx';
import { toDevice } from './device-words.ts';
import { endOtherSessions, endSession, type OwnSession, readSessions } from './read-sessions.ts';
import { SignOutButton } from './sign-out-button.tsx';

/** In place of a session id: all sessions but this one. */
const OTHERS = 'others';

/** Ends one session or all others. Calls `onEnded` before the rows disappear. */
function useEndSessions(onEnded: () => void) {
  const client = useQueryClient();
  return useMutation({
    // Must not queue offline: the user may be locking out a stranger.
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

const toValue = ({ length }: readonly OwnSession[]) => t('settings.sessions.count', { count: length });

/** Lists active sessions and ends them. */
export function SessionsSection() {
  const query = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: readSessions,
    // A cached copy could show ended sessions as open.
    meta: { volatile: true },
    staleTime: 0,
  });
  const list = useRef<HTMLUListElement>(null);
  // The pressed button disappears with its row.
  const { mutate, isPending, variables } = useEndSessions(() => list.current?.focus({ preventScroll: true }));
  return (
    <SettingsRow
      id="sessions"
      title={t('settings.sessions')}
      value={<QueryValue query={query} toValue={toValue} />}
      verb="settings.row.show"
    >
      <SectionQuery query={query} failed={t('settings.sessions.load_failed')}>
        {(sessions) => (
          <>
            {/* Above the list, so that a session which comes or ends doesn't move them. */}
            <div className="mb-4 flex flex-wrap gap-2">
              <SignOutButton scope="global">{t('settings.sign_out.everywhere')}</SignOutButton>
              {sessions.length > 1 && (
                <Button
                  busy={isPending && variables === OTHERS}
                  busyLabel={t('settings.sessions.ending')}
                  onClick={() => mutate(OTHERS)}
                >
                  {t('settings.sessions.end_others')}
                </Button>
              )}
            </div>
            <ul ref={list} tabIndex={-1} aria-label={t('settings.sessions')} className="border-t border-line">
              {sessions.map((session) => (
                <SessionRow
                  key={session.session_id}
                  session={session}
                  busy={isPending && variables === session.session_id}
                  onEnd={() => mutate(session.session_id)}
                />
              ))}
            </ul>
          </>
        )}
      </SectionQuery>
    </SettingsRow>
  );
}

interface SessionRowProps {
  session: OwnSession;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const device = toDevice(session.user_agent);
  return (
    <EntryRow
      icon={device.isHandheld ? Smartphone : Monitor}
      title={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {device.name}
          {session.is_current && <Badge look="strong">{t('settings.sessions.this')}</Badge>}
        </span>
      }
      note={
        <>
          {session.ip_address !== null && <bdi>{session.ip_address}</bdi>}
          <span>{t('settings.sessions.last_used', { moment: toMoment(session.last_used_at) })}</span>
          <span>{t('settings.sessions.signed_in', { moment: toMoment(session.signed_in_at) })}</span>
        </>
      }
    >
      {!session.is_current && (
        <Button
          size="s"
          aria-label={t('settings.sessions.end_one', { device: device.name })}
          busy={busy}
          busyLabel={t('settings.sessions.ending')}
          onClick={onEnd}
        >
          {t('settings.sessions.end')}
        </Button>
      )}
    </EntryRow>
  );
}
