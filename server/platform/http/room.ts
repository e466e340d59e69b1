import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** What the server knows of a request that its bytes do not say. */
export interface RequestContext {
  /** The peer's address; a forwarded one only where it came from a configured proxy. */
  readonly ip: string;
  /** Echoed in logs and in `X-Request-Id`. */
  readonly requestId: string;
}

/**
 * One part of the platform under one base path. A room answers in its own wire format, errors included,
 * and is tested with a `Request`, without a port.
 */
export interface Room {
  /** Such as `/rest/v1`. The room sees the whole URL, base included. */
  readonly base: string;
  handle(request: Request, context: RequestContext): Promise<Response>;
  /**
   * Whether a client that is told to slow down here signs its person out. Such requests are counted apart from the
   * rest of their address, and beyond the limit refused as busy, which clients take for a reason to try again.
   */
  keepsSignedIn?(request: Request): boolean;
  /** Takes over a WebSocket upgrade under `base`. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, context: RequestContext): void;
  start?(): Promise<void>;
  /** Stops taking work, finishes what was begun, frees everything. */
  stop?(): Promise<void>;
}
