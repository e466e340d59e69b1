import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Facts about a request that are not in its bytes. */
export interface RequestContext {
  /** The peer's address; a forwarded one only if it came from a configured proxy. */
  readonly ip: string;
  /** Logged, and returned as `X-Request-Id`. */
  readonly requestId: string;
}

/**
 * One part of the platform under one base path. A room answers in its own wire format, errors included, and is tested
 * with a `Request`, without a port.
 */
export interface Room {
  /** Such as `/rest/v1`. The room sees the whole URL, base included. */
  readonly base: string;
  handle(request: Request, context: RequestContext): Promise<Response>;
  /**
   * True if rejecting this request with 429 would make the client sign its user out. Such requests are limited
   * separately from the rest of their address, and answered as busy beyond the limit, which clients retry.
   */
  keepsSignedIn?(request: Request): boolean;
  /** Handles a WebSocket upgrade under `base`. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, context: RequestContext): void;
  start?(): Promise<void>;
  /** Stops accepting work, finishes what was started, and releases all resources. */
  stop?(): Promise<void>;
}
