import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { t } from '#web/texts/app.ts';
import { logProblem } from '../log.ts';
import { fetchPage, isPageAway } from '../page/page-code.ts';
import { notify } from '../page/toast.ts';

/** Two ids, because a toast that is just leaving would take its replacement along. */
const COMING = 'page-coming';
const AWAY = 'page-away';

/** After this, a press without feedback looks lost. */
const SLOW_MS = 1000;

/** Time to read the toast and to reach its button by keyboard. */
const TOAST_MS = 10_000;

/**
 * Navigates only once the page's code can be loaded. The router itself reloads on a failed import, which
 * offline would replace the running app, and everything typed in it, by the browser's error page.
 */
export function usePageGuard(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && isPageAway(nextLocation.pathname),
  );
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isWanted = true;
    const slow = setTimeout(() => notify.loading(t('shell.page_coming'), { id: COMING }), SLOW_MS);
    const stopWaiting = () => {
      clearTimeout(slow);
      notify.dismiss(COMING);
    };
    fetchPage(blocker.location.pathname).then(
      () => isWanted && blocker.proceed(),
      (error: unknown) => {
        if (!isWanted) return;
        stopWaiting();
        logProblem('a page could not be loaded', error);
        const action = { label: t('shell.try_again'), onPress: () => isWanted && setTries(tries + 1) };
        notify.error(t('shell.page_away'), { id: AWAY, duration: TOAST_MS, action });
      },
    );
    return () => {
      isWanted = false;
      stopWaiting();
      notify.dismiss(AWAY);
    };
  }, [blocker, tries]);
}
