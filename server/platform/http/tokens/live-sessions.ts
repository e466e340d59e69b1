import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import type { LiveSessions } from './authentication.ts';

export interface LiveSessionsOptions {
  readonly database: Database;
  readonly log: Log;
  /**
   * How long an ended session is remembered, in seconds: at least the lifetime of an access token. Default one day.
   */
  readonly rememberSeconds?: number;
  /** Milliseconds between sweeps of expired entries. Default one hour. */
  readonly sweepEvery?: number;
}

/** In-memory registry of ended sessions. */
export interface LiveSessionRegistry extends LiveSessions {
  /** Loads ended sessions and listens for more. Must complete before requests are served. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Marks sessions as ended at once in this process, without waiting for the notification. */
  markEnded(sessionIds: readonly string[]): void;
}

const CHANNEL = 'auth_ended_sessions';
const RETRY = 1_000;
const SWEEP = 3_600_000;

export function createLiveSessions(options: LiveSessionsOptions): LiveSessionRegistry {
  const { database, log, rememberSeconds = 86_400, sweepEvery = SWEEP } = options;
  /** Session id to the time this process learned of its end, earliest first. */
  const ended = new Map<string, number>();
  const listeners = new Set<(sessionId: string) => void>();
  const timers = new Set<NodeJS.Timeout>();
  const stopping: (() => Promise<void> | void)[] = [];

  function end(sessionId: string): void {
    if (ended.has(sessionId)) return;
    ended.set(sessionId, performance.now());
    for (const listener of listeners) {
      try {
        listener(sessionId);
      } catch (error) {
        log.error('a listener for ended sessions failed', { error });
      }
    }
  }

  let loading: Promise<void> | null = null;

  /** Once for all who wait. */
  function catchUp(): Promise<void> {
    loading ??= load().finally(() => (loading = null));
    return loading;
  }

  async function load(): Promise<void> {
    const rows = await database.query<{ session_id: string }>(
      'select session_id from auth.ended_sessions where ended_at > now() - make_interval(secs => $1)',
      [rememberSeconds],
    );
    for (const row of rows) end(row.session_id);
  }

  /** Notifications were missed while the connection was down. */
  function reload(): void {
    load().catch((error: unknown) => {
      log.warn("couldn't read ended sessions, trying again", { error });
      after(RETRY, reload);
    });
  }

  /** Drops sessions whose tokens have all expired, here and in the database, where another process may be first. */
  async function sweep(): Promise<void> {
    const old = performance.now() - rememberSeconds * 1000;
    for (const [sessionId, heardAt] of ended) {
      if (heardAt > old) break;
      ended.delete(sessionId);
    }
    await database.query(
      'delete from auth.ended_sessions where ended_at <= now() - make_interval(secs => $1)',
      [rememberSeconds],
    );
  }

  function sweepAgain(): void {
    after(sweepEvery, () => {
      sweep()
        .catch((error: unknown) => log.warn("couldn't remove old ended sessions", { error }))
        .finally(sweepAgain);
    });
  }

  function after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, milliseconds);
    timer.unref();
    timers.add(timer);
  }

  return {
    hasEnded: (sessionId) => ended.has(sessionId),
    catchUp: () => (database.isCurrent() ? null : catchUp()),
    onEnd(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    markEnded(sessionIds) {
      for (const sessionId of sessionIds) end(sessionId);
    },
    async start() {
      // Listen before loading: a session that ends in between is seen by both, and can't be missed.
      stopping.push(await database.listen(CHANNEL, end), database.onReopen(reload));
      await load();
      sweepAgain();
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const stop of stopping.splice(0)) await stop();
    },
  };
}
