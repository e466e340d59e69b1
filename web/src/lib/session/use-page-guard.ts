import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { t } from '#web/texts/app.ts';
import { logProblem } from '../log.ts';
import { fetchPage, isPageAway } from '../page/page-code.ts';
import { notify } from '../page/toast.ts';

/** Two, because a toast that is just leaving takes a new one of the same name along. */
const COMING = 'page-coming';
const AWAY = 'page-away';

/** A press that nothing answers by then looks lost. */
const SLOW_MS = 1000;

/** Time to read what did not come, and to reach the button with a keyboard. */
const TOAST_MS = 10_000;

/**
 * Leaves for a page only when its code is in reach. The router itself answers code that does not come by loading the
 * whole page again: without a network that would leave the running app, and what is typed in it, for the browser's own
 * page of being offline.
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
