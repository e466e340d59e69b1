/** Default page after sign-in. */
export const HOME = '/dashboard';

/** Error parameters that the auth service adds to a redirect URL. */
const REFUSAL = ['error', 'error_code', 'error_description'];

/** URL of the login page that returns to `path`, without the errors of an earlier attempt. */
export function loginPath(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://app.invalid');
  for (const name of REFUSAL) searchParams.delete(name);
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  return keepNext('/login', new URLSearchParams({ next: pathname + query + hash }));
}

/** Path of another sign-in page that keeps the page to return to. */
export function keepNext(page: '/login' | '/register', search: URLSearchParams): string {
  const next = nextPath(search);
  return next === HOME ? page : `${page}?next=${encodeURIComponent(next)}`;
}

/**
 * The page to return to from a login URL, by default home. Only paths of this app: `//other.example` and
 * `/\other.example` would lead a user who has just typed a password to another site.
 */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next');
  if (next === null || !next.startsWith('/')) return HOME;
  const base = 'http://app.invalid';
  if (!URL.canParse(next, base)) return HOME;
  const { origin, pathname, search: query, hash } = new URL(next, base);
  // Checked after resolving, which turns `/.//other.example` into `//other.example`.
  return origin === base && !pathname.startsWith('//') ? pathname + query + hash : HOME;
}
