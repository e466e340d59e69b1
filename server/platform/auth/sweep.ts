import type { AuthParts } from './auth-parts.ts';

export interface SweepParts {
  readonly database: AuthParts['database'];
  readonly clock: AuthParts['clock'];
  readonly settings: Pick<AuthParts['settings'], 'sessionIdleSeconds'>;
  readonly limits: Pick<AuthParts['limits'], 'sweep'>;
}

/** Removes what no request can use any more. Safe to run at any time, in several processes at once. */
export async function sweep({ database, settings, clock, limits }: SweepParts): Promise<void> {
  const now = clock.now();
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  await database.query('delete from auth.one_time_tokens where link_expires_at < $1', [now]);
  // A link lives a day; its flow must be there when the link comes back.
  await database.query('delete from auth.flow_state where created_at < $1', [ago(2 * 86_400)]);
  await database.query(
    'delete from auth.sessions where not_after < $1 or coalesce(refreshed_at, created_at) < $2',
    [now, ago(settings.sessionIdleSeconds)],
  );
  await limits.sweep();
}
