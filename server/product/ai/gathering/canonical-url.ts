/** Query parameters for tracking, which don't identify the page. */
const TRACKING = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|source|spm|yclid|_ga)$/i;

/** Normalises a URL to tell pages apart. Null if it isn't a web page's. */
export function canonicalUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const names = Array.from(url.searchParams.keys());
  for (const name of names.filter((each) => TRACKING.test(each))) url.searchParams.delete(name);
  url.searchParams.sort();
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.replace(/\/+$/, '');
  return `${host}${path}${url.search}`;
}

/** Host without "www.". */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
}
