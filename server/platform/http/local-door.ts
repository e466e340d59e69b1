import { isForwardingHeader } from './client-address.ts';
import type { RequestContext } from './room.ts';

/** True if a request is allowed to reach what only the owner of this computer may use. */
export type LocalDoor = (request: Request, context: RequestContext) => boolean;

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_PEER = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * The access rule of every room and function that is only available on the server's own computer. Four checks, each
 * closing a hole the others leave: the peer (another machine), forwarded headers (a proxy on this machine), the Host
 * (DNS rebinding to 127.0.0.1), and the requesting page (any other page in the owner's browser, or this one seen
 * through a proxy that adds no header and sets its own Host).
 *
 * @NOTE A program behind such a proxy can claim any requesting page, or none. What it must not see needs a secret as
 * well, as the mailbox and the operator's room have.
 */
export function createLocalDoor(publicUrl: string): LocalDoor {
  const ownOrigin = new URL(publicUrl).origin;
  return (request, { ip }) => {
    for (const name of request.headers.keys()) if (isForwardingHeader(name)) return false;
    const { hostname, origin } = new URL(request.url);
    return (
      LOOPBACK_PEER.test(ip) &&
      LOOPBACK_HOSTS.has(hostname) &&
      isOwnPage(request, new Set([ownOrigin, origin]))
    );
  };
}

/** Checks the requesting page: browsers send Origin, or Referer where they omit Origin, and Sec-Fetch-Site. */
function isOwnPage({ headers }: Request, own: ReadonlySet<string>): boolean {
  const origin = headers.get('origin');
  const referer = headers.get('referer');
  const site = headers.get('sec-fetch-site');
  return (
    (origin === null || own.has(origin)) &&
    (referer === null || own.has(originOf(referer))) &&
    (site === null || site === 'same-origin' || site === 'none')
  );
}

/** Returns an address's origin; 'null' if it isn't a URL, as browsers do for a page without one. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}
