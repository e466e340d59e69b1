import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Says to screen readers which page one has come to. Of the first page the browser itself speaks. */
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
