import { brandName } from './brand.ts';

export interface PageMeta {
  /** Without the product's name, which is appended; the landing page has a title of its own. */
  title: string;
  description: string;
  /** Canonical path of the page: `/login`. */
  path: string;
  /** Excludes the page from search engines: pages behind the sign-in, and steps of a flow. */
  hidden?: boolean;
}

/** Title, description and canonical URL, for a route's `meta`. */
export function pageMeta({ title, description, path, hidden = false }: PageMeta) {
  return [
    { title: path === '/' ? title : `${title} | ${brandName()}` },
    { name: 'description', content: description },
    { tagName: 'link' as const, rel: 'canonical', href: canonical(path) },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}

/**
 * Search engines need an absolute URL, but pages are prerendered before their host is known. The file holds the
 * path, which the script in the head completes; in the browser it is completed here.
 */
function canonical(path: string): string {
  return typeof location === 'undefined' ? path : location.origin + path;
}
