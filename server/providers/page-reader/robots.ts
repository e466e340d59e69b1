import type { GuardedFetch } from './guarded-fetch.ts';
import { PageError } from './page-reader.ts';
import { mayRead } from './read-robots.ts';

const KEPT_MS = 3_600_000;
const MAX_KEPT = 500;
const MAX_BYTES = 256 * 1024;
const LIMIT_MS = 5_000;

/** Fetches each site's robots.txt at most once an hour. */
export function createRobots(fetch: GuardedFetch, agent: string) {
  const kept = new Map<string, { readonly text: string; readonly until: number }>();

  /** Empty if everything may be read. */
  async function rulesOf(url: URL, signal: AbortSignal): Promise<string> {
    const known = kept.get(url.origin);
    if (known && known.until > Date.now()) return known.text;
    const text = await ask(new URL('/robots.txt', url), signal);
    kept.delete(url.origin);
    kept.set(url.origin, { text, until: Date.now() + KEPT_MS });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return text;
  }

  async function ask(url: URL, signal: AbortSignal): Promise<string> {
    try {
      const { status, body } = await fetch(url, { signal, maxBytes: MAX_BYTES, limit: LIMIT_MS });
      if (status === 200) return body.toString('utf8');
      // A server error may mean no; a missing file means yes.
      return status >= 500 ? 'User-agent: *\nDisallow: /' : '';
    } catch (error) {
      if (error instanceof PageError && ['size', 'redirects', 'type'].includes(error.why)) return '';
      throw error;
    }
  }

  return async (url: URL, signal: AbortSignal): Promise<boolean> =>
    mayRead(await rulesOf(url, signal), agent, url.pathname + url.search);
}
