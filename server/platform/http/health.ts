import type { Hono } from 'hono';
import type { BlankSchema, Env } from 'hono/types';
import type { DiskState } from '#server/lib/disk-space.ts';

export interface Health {
  /** False while the database doesn't answer. */
  readonly isHealthy: () => boolean;
  /** True once the process has been told to stop: it still answers, but should get no more requests. */
  readonly isDraining: () => boolean;
  /** State of the data folder's disk. */
  readonly diskState: () => DiskState;
}

/**
 * `/health` is about the service: a full disk is still 200, because reading works. `/health/live` is about the process:
 * restart it without an answer. `/health/ready` is about traffic: a load balancer sends requests here while it's 200.
 */
export function answerHealth<E extends Env>(
  router: Hono<E, BlankSchema, '/'>,
  { isHealthy, isDraining, diskState }: Health,
): void {
  router.get('/health', () => (isHealthy() ? serving(diskState()) : report(503, { status: 'unavailable' })));
  router.get('/health/live', () => report(200, { status: 'ok' }));
  router.get('/health/ready', () => {
    if (isDraining()) return report(503, { status: 'draining' });
    return isHealthy() ? serving(diskState()) : report(503, { status: 'unavailable' });
  });
}

function serving(disk: DiskState): Response {
  const status = disk === 'full' ? 'degraded' : 'ok';
  return report(200, disk === 'ok' ? { status } : { status, disk });
}

function report(status: 200 | 503, body: { readonly status: string; readonly disk?: DiskState }): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
