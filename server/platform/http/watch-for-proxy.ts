import type { IncomingMessage } from 'node:http';
import type { Log } from '#server/lib/log.ts';
import { type ClientAddress, hopsOf, isForwardingHeader } from './client-address.ts';

/** From the documentation range: not a real address. */
const EXAMPLE_PEER = '192.0.2.1';
/** Requested directly, without a proxy: by health probes and the operator's commands. */
const PAST_PROXIES = /^\/(health|local)(?=[/?]|$)/;

/**
 * Logs, once each, two misconfigurations that make everyone behind a proxy a single peer, so that one person's wrong
 * passwords use up everybody's sign-ins: the proxy isn't in TRUSTED_PROXIES, or it sends no X-Forwarded-For.
 */
export function watchForProxy(clientAddress: ClientAddress, log: Log): (peer: IncomingMessage) => void {
  const told = new Set<string>();
  const tellOnce = (message: string, peer: IncomingMessage): void => {
    if (told.has(message)) return;
    told.add(message);
    log.error(`${message} (the peer: ${peer.socket.remoteAddress ?? 'unknown'})`);
  };
  return (peer) => {
    const isTrusted = clientAddress(peer.socket.remoteAddress, EXAMPLE_PEER) === EXAMPLE_PEER;
    if (!isTrusted && Object.keys(peer.headers).some(isForwardingHeader)) tellOnce(NOT_NAMED, peer);
    if (isTrusted && !namesClient(peer) && !PAST_PROXIES.test(peer.url ?? '')) tellOnce(NAMES_NOBODY, peer);
  };
}

const NOT_NAMED =
  'a proxy forwards requests, and TRUSTED_PROXIES does not name it: everybody behind it counts as one person, shares ' +
  'one limit for sign-ins, and is recorded with one address. If the proxy is yours, add its address to ' +
  'TRUSTED_PROXIES and start again. If it is not, somebody sends forwarded headers that mean nothing here.';

const NAMES_NOBODY =
  'a proxy that TRUSTED_PROXIES names sends no X-Forwarded-For with an address in it: everybody behind it counts as ' +
  'one person, shares one limit for sign-ins, and is recorded with one address. X-Real-IP and Forwarded are not read. ' +
  'Have the proxy send X-Forwarded-For. If this was a request that you made on its machine yourself, all is well.';

function namesClient({ headers }: IncomingMessage): boolean {
  return typeof hopsOf(forwardedFor(headers)).at(-1) === 'string';
}

/** Returns the header's value, joined if it is repeated. */
export function forwardedFor(headers: IncomingMessage['headers']): string | null {
  const header = headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : (header ?? null);
}
