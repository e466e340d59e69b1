import type { AuthParts } from './auth-parts.ts';
import { UNVERIFIED_SECONDS } from './factors/factor-rows.ts';

export interface SweepParts {
  readonly database: AuthParts['database'];
  readonly clock: AuthParts['clock'];
  readonly settings: Pick<AuthParts['settings'], 'sessionIdleSeconds'>;
  readonly limits: Pick<AuthParts['limits'], 'sweep'>;
}

interface ShortenParts {
  readonly database: AuthParts['database'];
  readonly settings: Pick<AuthParts['settings'], 'sessionMaxSeconds'>;
}

/** A year: long enough to investigate something noticed late. */
const AUDIT_SECONDS = 365 * 86_400;

/** Applies shortened lifetimes to the sessions that are already open. */
export async function shortenSessions({ database, settings }: ShortenParts): Promise<void> {
  await database.query(
    `update auth.sessions set not_after = created_at + make_interval(secs => $1)
     where not_after is null or not_after > created_at + make_interval(secs => $1)`,
    [settings.sessionMaxSeconds],
  );
}

/** Deletes expired rows. Idempotent, and safe to run concurrently in several processes. */
export async function sweep({ database, settings, clock, limits }: SweepParts): Promise<void> {
  const now = clock.now();
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  await database.query('delete from auth.one_time_tokens where link_expires_at < $1', [now]);
  // A link lives a day, and its flow must still exist when it is used.
  await database.query('delete from auth.flow_state where created_at < $1', [ago(2 * 86_400)]);
  await database.query(
    'delete from auth.sessions where not_after < $1 or coalesce(refreshed_at, created_at) < $2',
    [now, ago(settings.sessionIdleSeconds)],
  );
  await database.query('delete from auth.sign_ins_elsewhere where created_at < $1', [ago(3_600)]);
  await database.query('delete from auth.passkey_challenges where expires_at < $1', [now]);
  await database.query('delete from auth.mfa_challenges where expires_at < $1', [now]);
  await database.query(`delete from auth.mfa_factors where status = 'unverified' and created_at < $1`, [
    ago(UNVERIFIED_SECONDS),
  ]);
  await database.query('delete from auth.audit_log_entries where created_at < $1', [ago(AUDIT_SECONDS)]);
  await limits.sweep();
}
