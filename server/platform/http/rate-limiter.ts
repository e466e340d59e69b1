import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/lib/clock.ts';
import { ask, askTogether, type Question } from '../db/ask-together.ts';
import type { Database, Statement } from '../db/database.ts';

/** At most `limit` attempts in any `seconds`. Null: no limit. */
export type RateLimit = { readonly limit: number; readonly seconds: number } | null;

export type Taken = { readonly ok: true } | { readonly ok: false; readonly retryAfter: number };

/** One attempt to be counted. */
export interface Hit {
  readonly key: string;
  readonly limit: RateLimit;
}

export interface RateLimiter {
  /**
   * Takes an attempt for `key`, or returns the seconds to wait. Counts before the work starts, and in the database,
   * so that concurrent attempts, also in other processes, are counted too.
   */
  take(key: string, limit: RateLimit): Promise<Taken>;
  /**
   * Takes an attempt for the key found by `known`, a statement that returns one text column and at most one row; if
   * it finds none, for the key of the hit. One round trip.
   */
  takeFor(known: Statement, otherwise: Hit): Promise<Taken>;
  /**
   * Takes an attempt for each hit in order, up to the first exhausted one: those after it aren't used up. Also runs
   * `question`, rejected or not, in the same round trip.
   */
  takeInOrder<T extends object>(
    hits: readonly Hit[],
    question: Question<T>,
  ): Promise<{ readonly taken: Taken; readonly rows: T[] }>;
  /** Gives back the last attempt taken for each key, if what it was taken for didn't happen after all. */
  giveBack(keys: readonly string[]): Promise<void>;
  /** Deletes expired entries. */
  sweep(): Promise<void>;
}

export interface RateLimiterOptions {
  readonly database: Database;
  readonly clock: Clock;
}

const waitSchema = z.tuple([z.object({ wait: z.number() })]);
const toTaken = (rows: readonly object[]): Taken => {
  const [{ wait }] = waitSchema.parse(rows);
  return wait === 0 ? { ok: true } : { ok: false, retryAfter: wait };
};

/**
 * An exact sliding window: each accepted attempt is stored with its time. A counter per fixed window would allow
 * twice the limit at the boundary. Suited to limits up to a few hundred, such as sign-in and mail.
 */
export function createRateLimiter({ database, clock }: RateLimiterOptions): RateLimiter {
  return {
    async take(key, limit) {
      if (limit === null) return { ok: true };
      const rows = await database.query('select private.take_hit($1, $2, $3, $4) as wait', [
        digestOf(key),
        limit.limit,
        limit.seconds,
        clock.now(),
      ]);
      return toTaken(rows);
    },
    async takeFor({ text, values = [] }, { key, limit }) {
      if (limit === null) return { ok: true };
      const own = [digestOf(key), limit.limit, limit.seconds, clock.now()];
      const [digest, allowed, seconds, at] = own.map((_value, n) => `$${values.length + n + 1}`);
      const rows = await database.query(
        `select private.take_hit(coalesce((${text}), ${digest}), ${allowed}, ${seconds}, ${at}) as wait`,
        [...values, ...own],
      );
      return toTaken(rows);
    },
    async takeInOrder(hits, question) {
      const counted = hits.flatMap(({ key, limit }) => (limit ? [{ subject: digestOf(key), ...limit }] : []));
      if (counted.length === 0) return { taken: { ok: true }, rows: await ask(database, question) };
      const hit = {
        text: 'select private.take_hits($1, $2, $3, $4) as wait',
        values: [
          counted.map(({ subject }) => subject),
          counted.map(({ limit }) => limit),
          counted.map(({ seconds }) => seconds),
          clock.now(),
        ],
      };
      const { wait, rows } = await askTogether(database, { wait: hit, rows: question });
      return { taken: toTaken(wait), rows };
    },
    async giveBack(keys) {
      await database.query(
        'update private.rate_limits set hits = trim_array(hits, 1) where key = any($1) and cardinality(hits) > 0',
        [keys.map(digestOf)],
      );
    },
    async sweep() {
      await database.query('delete from private.rate_limits where expires_at < $1', [clock.now()]);
      await database.query("delete from private.request_counts where since < now() - interval '1 day'");
    },
  };
}

/** Hashes keys, because they contain people's ids and addresses, which the table doesn't need. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
