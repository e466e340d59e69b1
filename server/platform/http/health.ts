import type { Hono } from 'hono';
import type { BlankSchema, Env } from 'hono/types';
import type { DiskState } from '#server/lib/disk-space.ts';
import type { StoreState } from '#server/providers/object-store/object-store.ts';

export interface Health {
  /** False while the database doesn't answer. */
  readonly isHealthy: () => boolean;
  /** True once the process has been told to stop: it still answers, but should get no more requests. */
  readonly isDraining: () => boolean;
  /** State of the data folder's disk. */
  readonly diskState: () => DiskState;
  /** State of the store for files. */
  readonly fileState: () => StoreState;
}

/**
 * `/health` is about the service: a full disk is still 200, because reading works, and so is a store for files that
 * doesn't answer, because everything else works, and other processes have no better one. `/health/live` is about the process:
 * restart it without an answer. `/health/ready` is about traffic: a load balancer sends requests here while it's 200.
 */
export function answerHealth<E extends Env>(router: Hono<E, BlankSchema, '/'>, health: Health): void {
  const answer = (): Response =>
    health.isHealthy()
      ? serving(health.diskState(), health.fileState())
      : report(503, { status: 'unavailable' });
  router.get('/health', answer);
  router.get('/health/live', () => report(200, { status: 'ok' }));
  router.get('/health/ready', () => (health.isDraining() ? report(503, { status: 'draining' }) : answer()));
}

function serving(disk: DiskState, files: StoreState): Response {
  return report(200, {
    status: disk === 'full' || files !== 'ok' ? 'degraded' : 'ok',
    ...(disk !== 'ok' && { disk }),
    ...(files !== 'ok' && { files }),
  });
}

function report(status: 200 | 503, body: Readonly<Record<string, string>>): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
