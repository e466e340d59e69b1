import { parseExact } from '#server/lib/exact-json.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database, Row } from './database.ts';

/** A changed row of a published table, as recorded by `realtime.capture`. */
export interface Change {
  readonly schema: string;
  readonly table: string;
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
  /** User id in the table's owner column; null if it has none. */
  readonly owner: string | null;
  /** Large numbers keep all digits, see parseExact. */
  readonly record: Row | null;
  /** For an UPDATE: the primary key, or the whole row if the table's replica identity is full. */
  readonly oldRecord: Row | null;
  /** For a DELETE: the row as JSON text from the database. */
  readonly deleted: string | null;
  readonly committedAt: Date;
}

/** Awaited before more changes are read: a slow listener slows down reading instead of filling the memory. */
export type ChangeListener = (changes: readonly Change[]) => void | Promise<void>;

/** Committed changes in commit order, at most once each. Nothing is read without listeners. */
export interface Changes {
  listen(listener: ChangeListener): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Maximum rows per read: a bulk statement must not fill the memory. */
const PAGE = 500;
/** How far to look back after a lost connection. Transactions end within 10 s, so nothing older can still commit. */
const LOOK_BACK_SECONDS = 300;
const PRUNE_EVERY = 10 * 60_000;

interface OutboxRow {
  readonly id: number;
  readonly transaction: number;
  readonly schema: string;
  readonly table: string;
  readonly type: Change['type'];
  readonly owner: string | null;
  /** JSON text. */
  readonly record: string | null;
  readonly old_record: string | null;
  readonly committed_at: Date;
}

/**
 * Reads the outbox `realtime.changes`. Its ids are assigned when a row is written, so with concurrent writers they
 * don't commit in order, and no id is a safe position to resume from. But notifications arrive in commit order and
 * name a transaction, whose rows are then read together. After a lost connection, recent transactions that weren't
 * read are found by time.
 */
export function createChanges({ database, log }: { database: Database; log: Log }): Changes {
  const listeners = new Set<ChangeListener>();
  /** Announced transactions with their time, kept while looking back could find them again. */
  const seen = new Map<number, number>();
  let waiting: number[] = [];
  let reading: Promise<void> | null = null;
  // Text, because a Date drops the microseconds and would match rows committed just before the start.
  let since = 'infinity';
  const closers: (() => Promise<void> | void)[] = [];

  function announce(transactions: readonly number[]): void {
    const fresh = transactions.filter((transaction) => !seen.has(transaction));
    for (const transaction of fresh) seen.set(transaction, Date.now());
    if (listeners.size === 0) return;
    waiting.push(...fresh);
    reading ??= readWaiting().finally(() => (reading = null));
  }

  async function readWaiting(): Promise<void> {
    while (waiting.length > 0 && listeners.size > 0) {
      const transactions = waiting;
      waiting = [];
      let reached = 0;
      try {
        await readTransactions(database, transactions, (changes, place) => {
          reached = place;
          return hand(changes);
        });
      } catch (error) {
        // Looking back finds them once the connection is back. What was sent in part isn't sent again.
        for (const transaction of transactions.slice(reached)) seen.delete(transaction);
        log.warn("couldn't read changes, they were not sent", { error, transactions: transactions.length });
      }
    }
    waiting = [];
  }

  async function hand(changes: readonly Change[]): Promise<void> {
    for (const listener of listeners) {
      try {
        await listener(changes);
      } catch (error) {
        log.error('a listener failed on committed changes', { error });
      }
    }
  }

  async function lookBack(): Promise<void> {
    try {
      const rows = await database.query<{ transaction: number }>(
        `select transaction from realtime.changes
         where committed_at > greatest($1::timestamptz, now() - make_interval(secs => $2))
         group by transaction order by min(id)`,
        [since, LOOK_BACK_SECONDS],
      );
      announce(rows.map(({ transaction }) => transaction));
    } catch (error) {
      log.warn('changes committed while the connection was lost were not read', { error });
    }
  }

  async function prune(): Promise<void> {
    const old = Date.now() - 2 * LOOK_BACK_SECONDS * 1000;
    for (const [transaction, at] of seen) if (at < old) seen.delete(transaction);
    await database.query('select realtime.prune()').catch((error: unknown) => {
      log.warn("couldn't remove old changes", { error });
    });
  }

  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      closers.push(await database.listen('realtime_changes', (payload) => announce([Number(payload)])));
      const [row] = await database.query<{ now: string }>('select clock_timestamp()::text as now');
      since = row?.now ?? since;
      closers.push(database.onReopen(() => void lookBack()));
      const pruning = setInterval(() => void prune(), PRUNE_EVERY);
      closers.push(() => clearInterval(pruning));
    },
    async stop() {
      listeners.clear();
      waiting = [];
      for (const close of closers.splice(0)) await close();
      await reading;
    },
  };
}

async function readTransactions(
  database: Database,
  transactions: readonly number[],
  /** `place` is that of the last transaction among them, counted from 1. */
  hand: (changes: readonly Change[], place: number) => Promise<void>,
): Promise<void> {
  let last = { place: 0, id: 0 };
  for (;;) {
    const rows = await database.query<OutboxRow & { place: number }>(
      `select t.place, c.id, c.transaction, c.schema, c."table", c.type, c.owner, c.record::text, c.old_record::text,
         c.committed_at
       from unnest($1::bigint[]) with ordinality as t (transaction, place)
       join realtime.changes c on c.transaction = t.transaction
       where (t.place, c.id) > ($2::bigint, $3::bigint)
       order by t.place, c.id limit $4`,
      [transactions, last.place, last.id, PAGE],
    );
    const end = rows.at(-1);
    if (!end) return;
    await hand(rows.map(toChange), end.place);
    if (rows.length < PAGE) return;
    last = { place: end.place, id: end.id };
  }
}

function toChange(row: OutboxRow): Change {
  const { schema, table, type, owner, record, old_record: oldRecord, committed_at: committedAt } = row;
  const deleted = type === 'DELETE' ? oldRecord : null;
  return {
    schema,
    table,
    type,
    owner,
    record: toRow(record),
    oldRecord: toRow(oldRecord),
    deleted,
    committedAt,
  };
}

function toRow(text: string | null): Row | null {
  const row = text === null ? null : parseExact(text);
  if (typeof row !== 'object') throw new Error('a change holds a row that is no object');
  return row && Object.fromEntries(Object.entries(row));
}
