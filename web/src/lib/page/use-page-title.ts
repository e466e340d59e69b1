import { useLayoutEffect } from 'react';
import { useBrandName } from './brand.ts';

/** For a page whose name is only known once it has been read: until then it has the title of its route. */
export function usePageTitle(title: string | undefined): void {
  const brand = useBrandName();
  // Before the paint, and before a screen reader is told where it has come to.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = `${title} | ${brand}`;
  }, [title, brand]);
}
