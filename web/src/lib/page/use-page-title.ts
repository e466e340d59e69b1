import { useLayoutEffect } from 'react';
import { useBrandName } from './brand.ts';

/** Sets the title of a page whose name must be loaded first; until then its route's title applies. */
export function usePageTitle(title: string | undefined): void {
  const brand = useBrandName();
  // Before paint, so that screen readers announce the new title.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = `${title} | ${brand}`;
  }, [title, brand]);
}
