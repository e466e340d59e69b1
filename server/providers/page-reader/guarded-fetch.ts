import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import { abortable } from '../../lib/abortable.ts';
import { findTarget, type TargetOptions } from './find-target.ts';
import { PageError } from './page-reader.ts';
import { type PageAnswer, requestPage } from './request-page.ts';

export interface GuardedFetchOptions extends TargetOptions {
  /** User agent sent with every request. */
  readonly userAgent: string;
}

export interface FetchLimits {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Timeout in milliseconds, including redirects. */
  readonly limit: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the site's owner lets programs request a URL; called for the first and each redirect. */
  readonly mayAsk?: (url: URL, signal: AbortSignal) => Promise<boolean>;
}

export interface Fetched extends PageAnswer {
  /** URL after redirects. */
  readonly url: URL;
}

/** Requests a URL on the public internet, and checks each redirect anew. Throws PageError. */
export type GuardedFetch = (url: URL, limits: FetchLimits) => Promise<Fetched>;

const MAX_REDIRECTS = 3;

export function createGuardedFetch({ userAgent, ...targets }: GuardedFetchOptions): GuardedFetch {
  return async (first, { signal, maxBytes, limit, headers, mayAsk }) => {
    const slow = timeoutSignal(limit);
    const either = AbortSignal.any([signal, slow]);
    try {
      let url = first;
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        // A DNS lookup can't be cancelled, but waiting for it can.
        const target = await abortable(findTarget(url, targets), either);
        if (mayAsk && !(await mayAsk(url, either)))
          throw new PageError('robots', 'the site asks programs to stay away');
        const answer = await requestPage(target, {
          signal: either,
          maxBytes,
          headers: { 'user-agent': userAgent, ...headers },
        });
        const next = redirectOf(answer, url);
        if (next === null) return { ...answer, url };
        url = next;
      }
      throw new PageError('redirects', 'the page redirects too often');
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw slow.aborted ? new PageError('slow', 'the page took too long') : error;
    }
  };
}

/** Where an answer leads; null if it is the page. Throws PageError where it must not lead. */
export function redirectOf({ status, headers }: PageAnswer, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  const to = headers.location;
  if (to === undefined || !URL.canParse(to, from.href))
    throw new PageError('redirects', 'a redirect to nowhere');
  const next = new URL(to, from);
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new PageError('forbidden', 'a redirect from https to http');
  return next;
}
