import { useEffect } from 'react';
import { fetchPage, isPageAway } from './page-code.ts';

/** Longer than a first view takes to come to rest on a slow phone: its code has the network for itself. */
const REST_MS = 30_000;

/** Pages to prefetch; one project page covers all of them. */
const PAGES_OF_APP = ['/dashboard', '/projects', '/projects/any', '/settings', '/trash'];

/** Fetches the code of the app's other pages once the first has come to rest, so that they open without a network too. */
export function useOtherPages(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failed prefetch is repeated when the page is opened.
      for (const page of PAGES_OF_APP.filter(isPageAway)) fetchPage(page).catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, []);
}
