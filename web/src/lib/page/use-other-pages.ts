import { useEffect } from 'react';
import { fetchPage, isPageAway } from './page-code.ts';

/** Longer than a first view takes to settle on a slow phone, so prefetching doesn't compete with it. */
const REST_MS = 30_000;

/** Pages to prefetch; one project page covers all of them. */
const PAGES_OF_APP = ['/dashboard', '/projects', '/projects/any', '/settings', '/trash'];

/** Prefetches the app's other pages once the first has settled, so that they open offline too. */
export function useOtherPages(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failed prefetch is retried when the page is opened.
      for (const page of PAGES_OF_APP.filter(isPageAway)) fetchPage(page).catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, []);
}
