import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { focusHeading } from '../device/focus.ts';

/**
 * A new page begins at its top, and its heading takes the focus from the link that led there, unless the page has
 * put it into a field of its own. The first page is the browser's to begin, and so is the place on going back. (The
 * router's own ScrollRestoration brings an inline script that React would have to make again after a failure.)
 */
export function usePageStart(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    // Navigation within the page: the link may have scrolled to something on it.
    if (shown.current === pathname) return;
    if (navigationType !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, navigationType]);
  useEffect(() => {
    const isOnPage = document.activeElement?.matches('main *, [role=dialog] *') === true;
    if (shown.current !== pathname && !isOnPage) focusHeading();
    shown.current = pathname;
  }, [pathname]);
}
