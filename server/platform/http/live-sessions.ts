import type { Log } from '#server/lib/log.ts';
import type { Database } from '../db/database.ts';
import type { LiveSessions } from './authentication.ts';

export interface LiveSessionsOptions {
  readonly database: Database;
  readonly log: Log;
  /** How long an ended session is remembered, in seconds: at least the life of an access token. Default one day. */
  readonly rememberSeconds?: number;
  /** Milliseconds between one look for what can be forgotten and the next. Default one hour. */
  readonly sweepEvery?: number;
}

/** The ended sessions as this process knows them. */
export interface LiveSessionRegistry extends LiveSessions {
  /** Loads what has ended and listens for more. Requests may be served only after it. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** For whoever has just ended sessions: this process knows at once, without waiting for the notification. */
  markEnded(sessionIds: readonly string[]): void;
}

const CHANNEL = 'auth_ended_sessions';
const RETRY = 1_000;
const SWEEP = 3_600_000;

export function createLiveSessions(options: LiveSessionsOptions): LiveSessionRegistry {
  const { database, log, rememberSeconds = 86_400, sweepEvery = SWEEP } = options;
  /** To the time when this process heard of it, the earliest first. */
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

  async function load(): Promise<void> {
    const rows = await database.query<{ session_id: string }>(
      'select session_id from auth.ended_sessions where ended_at > now() - make_interval(secs => $1)',
      [rememberSeconds],
    );
    for (const row of rows) end(row.session_id);
  }

  /** Notifications were missed while the connection was gone: until this succeeds, sessions may live too long. */
  function reload(): void {
    load().catch((error: unknown) => {
      log.warn('ended sessions could not be read, trying again', { error });
      after(RETRY, reload);
    });
  }

  /** Forgets what no token can name any more, here and in the database, where another process may have been first. */
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
        .catch((error: unknown) => log.warn('old ended sessions could not be removed', { error }))
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
    onEnd(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    markEnded(sessionIds) {
      for (const sessionId of sessionIds) end(sessionId);
    },
    async start() {
      // First listen, then load: a session that ends in between is seen by both, one by neither is impossible.
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
