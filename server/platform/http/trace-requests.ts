import type { IncomingMessage } from 'node:http';
import type { Tracer } from '#server/lib/tracer.ts';
import { roomFinder } from './count-requests.ts';
import type { Origin } from './origin.ts';
import type { Room } from './room.ts';

interface TraceRequests {
  readonly rooms: readonly Room[];
  readonly tracer: Tracer;
  /** A stranger could otherwise add to a trace, or have each of its requests recorded. */
  readonly isTrustedPeer: (address: string | undefined) => boolean;
}

/** Asked every few seconds by programs, which nobody wants to read about. */
const UNTRACED: readonly string[] = ['/health', '/metrics'];

/** Traces the requests to an origin, until the response begins. Names the room only: a path can hold content. */
export function traceRequests(origin: Origin, { rooms, tracer, isTrustedPeer }: TraceRequests): Origin {
  const roomOf = roomFinder(rooms);
  const parentOf = (peer: IncomingMessage): string | null => {
    const { traceparent } = peer.headers;
    return typeof traceparent === 'string' && isTrustedPeer(peer.socket.remoteAddress) ? traceparent : null;
  };
  return {
    ...origin,
    async fetch(request, peer) {
      const room = roomOf(request.url);
      if (UNTRACED.includes(room)) return origin.fetch(request, peer);
      const facts = { 'http.request.method': request.method, 'http.route': room };
      const start = {
        name: `${request.method} ${room}`,
        kind: 'server',
        facts,
        traceparent: parentOf(peer),
      } as const;
      return tracer.within(start, async (span) => {
        const response = await origin.fetch(request, peer);
        const { status, headers } = response;
        span.note({ 'http.response.status_code': status });
        span.note({ 'errand.request.id': headers.get('X-Request-Id') ?? '' });
        if (status >= 500) span.fail(String(status));
        return response;
      });
    },
  };
}
