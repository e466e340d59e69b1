import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { t } from '#web/texts/app.ts';
import { logProblem } from './log.ts';
import { fetchPage, isPageAway } from './page-code.ts';
import { notify } from './toast.ts';

const TOAST = 'page-away';

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
    fetchPage(blocker.location.pathname).then(
      () => isWanted && blocker.proceed(),
      (error: unknown) => {
        if (!isWanted) return;
        logProblem('a page could not be loaded', error);
        const action = { label: t('shell.try_again'), onPress: () => isWanted && setTries(tries + 1) };
        notify.error(t('shell.page_away'), { id: TOAST, duration: TOAST_MS, action });
      },
    );
    return () => {
      isWanted = false;
      notify.dismiss(TOAST);
    };
  }, [blocker, tries]);
}
