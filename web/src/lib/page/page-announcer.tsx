import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Announces navigations to screen readers; the browser itself announces the first page. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return <output className="sr-only">{title}</output>;
}
