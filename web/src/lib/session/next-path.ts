/** Default page after sign-in. */
export const HOME = '/dashboard';

/** Error parameters that the auth service adds to a redirect URL. */
const REFUSAL = ['error', 'error_code', 'error_description'];

/** The login page's address that leads back to `path` afterwards; not to why the last try has failed. */
export function loginPath(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://app.invalid');
  for (const name of REFUSAL) searchParams.delete(name);
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  return keepNext('/login', new URLSearchParams({ next: pathname + query + hash }));
}

/** The way from one sign-in page to another, which keeps the wanted page of an address. */
export function keepNext(page: '/login' | '/register', search: URLSearchParams): string {
  const next = nextPath(search);
  return next === HOME ? page : `${page}?next=${encodeURIComponent(next)}`;
}

/**
 * The wanted page of a login address, or home. Only a path of this app counts: `//other.example` and
 * `/\other.example` would lead a person who has just typed a password to somebody else's page.
 */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next');
  if (next === null || !next.startsWith('/')) return HOME;
  const base = 'http://app.invalid';
  const url = URL.parse(next, base);
  // Looked at once it is resolved: `/.//other.example` becomes `//other.example` by that.
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : HOME;
}
