import type { Origin } from './origin.ts';
import type { Room } from './room.ts';

export interface CountedRequest {
  /** The base of a room, `/health`, or `app` for everything else. */
  readonly room: string;
  readonly status: number;
  /** Until the response begins: its body may be a stream. */
  readonly seconds: number;
}

/** Reports every request of an origin. Names the room only: a path can hold ids and what people have typed. */
export function countRequests(
  origin: Origin,
  rooms: readonly Room[],
  count: (request: CountedRequest) => void,
): Origin {
  const bases = [...rooms.map(({ base }) => base), '/health'];
  return {
    ...origin,
    async fetch(request, peer) {
      const begun = performance.now();
      const response = await origin.fetch(request, peer);
      const seconds = (performance.now() - begun) / 1000;
      count({ room: roomOf(request.url, bases), status: response.status, seconds });
      return response;
    },
  };
}

/** Parsing the URL once more would cost more than the rest. */
function roomOf(url: string, bases: readonly string[]): string {
  const path = url.indexOf('/', url.indexOf('://') + 3);
  const isUnder = (base: string): boolean =>
    url.startsWith(base, path) && ['/', '?', undefined].includes(url[path + base.length]);
  return bases.find(isUnder) ?? 'app';
}
