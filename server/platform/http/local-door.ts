import { isForwardingHeader } from './client-address.ts';
import type { RequestContext } from './room.ts';

/** Whether a request is let in where only the owner of this computer has business. */
export type LocalDoor = (request: Request, context: RequestContext) => boolean;

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
const LOOPBACK_PEER = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/;

/**
 * The one rule of every room and function that is there on the server's own computer alone. A request is checked four
 * ways, each closing a hole that the others leave: the peer (another machine), forwarded headers (a proxy on this
 * machine), the Host (a foreign name that was rebound to 127.0.0.1), and the page that asks (any other that is open in
 * the owner's browser, or this one seen through a proxy that adds no header and writes its own Host).
 *
 * @NOTE A program behind such a proxy may name any page as the one that asks, or none. What must not be shown to it
 * needs a secret besides, as the mailbox and the operator's room have.
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

/** A browser names the page that asks by Origin, where it leaves Origin out by Referer, and its kin by Sec-Fetch-Site. */
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

/** Of what is no address: the origin that browsers give to a page without one. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}
