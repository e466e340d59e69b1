import type { Room } from './room.ts';
import { hasBearer } from './tokens/authenticator.ts';

const BASE = '/metrics';

export interface MetricsRoomOptions {
  readonly token: string;
  readonly contentType: string;
  /** Collects all figures as they are now. */
  readonly collect: () => Promise<string>;
}

/** Shows the figures of this process to Prometheus. They reveal how much the installation earns and spends. */
export function createMetricsRoom({ token, contentType, collect }: MetricsRoomOptions): Room {
  return {
    base: BASE,
    async handle(request) {
      if (!hasBearer(request, token)) return tokenless();
      if (new URL(request.url).pathname !== BASE) return new Response('Not found', { status: 404 });
      if (request.method !== 'GET') {
        return new Response('Method not allowed', { status: 405, headers: { Allow: 'GET' } });
      }
      return new Response(await collect(), {
        headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' },
      });
    },
  };
}

function tokenless(): Response {
  return Response.json(
    { message: 'Send the METRICS_TOKEN as Authorization: Bearer …' },
    { status: 401, headers: { 'WWW-Authenticate': 'Bearer', 'Cache-Control': 'no-store' } },
  );
}
