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
  const roomOf = roomFinder(rooms);
  return {
    ...origin,
    async fetch(request, peer) {
      const begun = performance.now();
      const response = await origin.fetch(request, peer);
      const seconds = (performance.now() - begun) / 1000;
      count({ room: roomOf(request.url), status: response.status, seconds });
      return response;
    },
  };
}

/** Finds the base of the room that a URL leads to, `/health`, or `app`. Parsing the URL would cost more than the rest. */
export function roomFinder(rooms: readonly Room[]): (url: string) => string {
  const bases = [...rooms.map(({ base }) => base), '/health'];
  return (url) => bases.find((base) => leadsTo(url, base)) ?? 'app';
}

/** True if the path of the URL begins with the base. */
export function leadsTo(url: string, base: string): boolean {
  const path = url.indexOf('/', url.indexOf('://') + 3);
  return url.startsWith(base, path) && ['/', '?', undefined].includes(url[path + base.length]);
}
