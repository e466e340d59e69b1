import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { focusHeading } from '../device/focus.ts';

/**
 * On navigation, scrolls to the top and focuses the heading, unless the page has focused a field. The browser
 * handles the first page and the scroll position on Back. (The router's ScrollRestoration uses an inline
 * script, which React would have to recreate after a failure.)
 */
export function usePageStart(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    // Navigation within the page: the link may have scrolled to a target on it.
    if (shown.current === pathname) return;
    if (navigationType !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, navigationType]);
  useEffect(() => {
    const isOnPage = document.activeElement?.matches('main *, [role=dialog] *') === true;
    if (shown.current !== pathname && !isOnPage) focusHeading();
    shown.current = pathname;
  }, [pathname]);
}
