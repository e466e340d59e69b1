/** Where a person goes after signing in, unless something else was asked for. */
export const HOME = '/dashboard';

/** The login page's address that leads back to `path` afterwards. */
export function loginPath(path: string): string {
  return path === HOME ? '/login' : `/login?next=${encodeURIComponent(path)}`;
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
