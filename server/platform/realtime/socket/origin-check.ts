import type { IncomingMessage } from 'node:http';
import type { Log } from '#server/lib/log.ts';

/**
 * Browsers let any page open a socket, so its origin is checked: pages that this server was asked for itself, by whatever
 * name, and those of the origins given. Programs send no origin.
 */
export function createOriginCheck(
  allowed: readonly string[],
  log: Log,
): (request: Pick<IncomingMessage, 'headers'>) => boolean {
  let isTold = false;
  return ({ headers: { origin, host } }) => {
    if (origin === undefined || allowed.includes(origin)) return true;
    if (host !== undefined && URL.parse(origin)?.host === host.toLowerCase()) return true;
    if (!isTold) log.warn(REFUSED, { origin, host });
    isTold = true;
    return false;
  };
}

const REFUSED =
  'a page of another origin was refused live updates. If it is yours, set PUBLIC_URL to its address, or add it to ' +
  'ALLOWED_ORIGINS. This is said once.';
