import { brandName } from './brand.ts';

export interface PageMeta {
  /** Without the product's name, which is added; the landing page brings its own whole title. */
  title: string;
  description: string;
  /** The one address of this page: `/login`. */
  path: string;
  /** Left out of search engines: pages behind the sign-in, and steps of a way. */
  hidden?: boolean;
}

/** Title, description and canonical address of a page, as a route's `meta` returns them. */
export function pageMeta({ title, description, path, hidden = false }: PageMeta) {
  return [
    { title: path === '/' ? title : `${title} | ${brandName()}` },
    { name: 'description', content: description },
    { tagName: 'link' as const, rel: 'canonical', href: canonical(path) },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}

/**
 * Search engines want a whole address, but a page is written to a file before anyone knows where it will be
 * served. The file holds the path; the script in the head makes it whole; here the browser says the same.
 */
function canonical(path: string): string {
  return typeof location === 'undefined' ? path : location.origin + path;
}
