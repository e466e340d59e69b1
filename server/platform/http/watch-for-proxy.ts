import type { IncomingMessage } from 'node:http';
import type { Log } from '#server/lib/log.ts';
import type { ClientAddress } from './client-address.ts';

/** By which a proxy says for whom it asks. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
/** From the documentation range: nobody has it. */
const SOMEBODY = '192.0.2.1';

/**
 * Tells the operator, once, of a proxy that TRUSTED_PROXIES does not name: everybody behind it counts as one peer, and
 * one person's wrong passwords use up the sign-ins of all of them.
 */
export function watchForProxy(clientAddress: ClientAddress, log: Log): (peer: IncomingMessage) => void {
  let hasTold = false;
  return ({ headers, socket: { remoteAddress } }) => {
    if (hasTold || !FORWARDED.some((name) => headers[name] !== undefined)) return;
    const isTrusted = clientAddress(remoteAddress, SOMEBODY) === SOMEBODY;
    if (isTrusted) return;
    hasTold = true;
    log.error(
      `a proxy at ${remoteAddress ?? 'an unknown address'} forwards requests, and TRUSTED_PROXIES does not name it: ` +
        'everybody behind it counts as one person, shares one limit for sign-ins, and is recorded with one address. ' +
        'If the proxy is yours, add its address to TRUSTED_PROXIES and start again. If it is not, somebody sends ' +
        'forwarded headers that mean nothing here.',
    );
  };
}
