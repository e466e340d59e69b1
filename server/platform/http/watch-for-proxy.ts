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
  "requests come through a proxy that isn't in TRUSTED_PROXIES. Everyone behind it counts as one person, shares " +
  'one login limit and is recorded with one address. If the proxy is yours, add its address to ' +
  "TRUSTED_PROXIES and restart. If it isn't, someone is sending forwarded headers, which have no effect.";

const NAMES_NOBODY =
  'a proxy in TRUSTED_PROXIES sends no X-Forwarded-For with an address. Everyone behind it counts as ' +
  'one person, shares one login limit and is recorded with one address. X-Real-IP and Forwarded are ignored. ' +
  'Set the proxy to send X-Forwarded-For. If you made this request yourself on its machine, ignore this.';

function namesClient({ headers }: IncomingMessage): boolean {
  return typeof hopsOf(forwardedFor(headers)).at(-1) === 'string';
}

/** Returns the header's value, joined if it is repeated. */
export function forwardedFor(headers: IncomingMessage['headers']): string | null {
  const header = headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : (header ?? null);
}
