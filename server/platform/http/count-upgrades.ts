import type { Duplex } from 'node:stream';
import type { RequestLimiter } from './request-limiter.ts';

/** Open sockets per address in one process: an office behind one, with some tabs each. */
const SOCKETS_PER_PEER = 500;

export interface UpgradeLimits {
  /** Counts what counts as any other request. */
  readonly limiter: RequestLimiter;
  readonly socketsPerPeer?: number;
}

/**
 * Limits the sockets of an address. Anybody may open one with the public key, and limits per user see nobody there.
 * Returns the seconds to wait, and 0 for a socket that may be opened, which counts until it closes.
 */
export function createUpgradeCount({ limiter, socketsPerPeer = SOCKETS_PER_PEER }: UpgradeLimits) {
  const open = new Map<string, number>();
  return (peer: string, socket: Duplex): number => {
    const wait = limiter.take(peer);
    if (wait > 0) return wait;
    const others = open.get(peer) ?? 0;
    if (others >= socketsPerPeer) return BUSY_WAIT;
    open.set(peer, others + 1);
    socket.once('close', () => {
      const left = (open.get(peer) ?? 1) - 1;
      if (left > 0) open.set(peer, left);
      else open.delete(peer);
    });
    return 0;
  };
}

/** Seconds after which another socket of the address may have closed. */
const BUSY_WAIT = 10;
