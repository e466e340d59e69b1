import { useLayoutEffect } from 'react';
import { useBrandName } from './brand.ts';

/** For a page whose name is only known once it has been read: until then it has the title of its route. */
export function usePageTitle(title: string | undefined): void {
  const brand = useBrandName();
  // Before paint, so that screen readers announce the new title.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = `${title} | ${brand}`;
  }, [title, brand]);
}
