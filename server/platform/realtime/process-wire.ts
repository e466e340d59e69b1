import { AsyncLocalStorage } from 'node:async_hooks';
import { newToken } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../db/database.ts';

/** Carries values as JSON between the processes that share one PostgreSQL: at most once, in the order of each sender. */
export interface ProcessWire {
  /** Name of this process on the wire. */
  readonly self: string;
  /** Queues a value and returns at once; sent in the background. False if too many are waiting. */
  publish(value: object): boolean;
  /** `value` is null if it couldn't be read. */
  start(onValue: (from: string, value: unknown) => void): Promise<void>;
  stop(): Promise<void>;
}

export interface ProcessWireOptions {
  readonly database: Database;
  /** Of NOTIFY. */
  readonly channel: string;
  readonly log: Log;
}

/** Bytes per notification, whose limit is 8000. The text is ASCII, so characters are bytes. */
const PIECE = 7_800;
/** Maximum number of pieces queued for a slow database; beyond this, the newest values are dropped. */
const MAX_WAITING = 2_000;
const BATCH = 100;
/**
 * Maximum number of incomplete values. Pieces arrive together, in one transaction; older ones were cut off by a lost
 * connection.
 */
const MAX_INCOMPLETE = 100;

/** Null on the embedded database, which is used by a single process. */
export function createProcessWire({ database, channel, log }: ProcessWireOptions): ProcessWire | null {
  if (database.engine === 'pglite') return null;
  const self = newToken(9);
  const incomplete = new Map<string, string[]>();
  let waiting: string[] = [];
  let sent = 0;
  let flushing: Promise<void> | null = null;
  let unlisten: (() => Promise<void>) | null = null;
  // A sender may be inside a transaction, where the plain database must not be used.
  const outside = AsyncLocalStorage.snapshot();

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await database.query('select pg_notify($1, piece) from unnest($2::text[]) as piece', [
          channel,
          batch,
        ]);
      } catch (error) {
        log.warn('messages did not reach the other processes', { channel, error, pieces: batch.length });
      }
    }
  }

  /** The whole text, once its last piece is there. */
  function collect(payload: string): { from: string; text: string } | null {
    const [, from = '', number = '', index = '', count = '', piece = ''] =
      /^([^:]+):(\d+):(\d+):(\d+):(.*)$/s.exec(payload) ?? [];
    if (from === self || from === '') return null;
    const key = `${from}:${number}`;
    const pieces = [...(incomplete.get(key) ?? []), piece];
    incomplete.delete(key);
    if (pieces.length !== Number(index) + 1) return null;
    if (pieces.length === Number(count)) return { from, text: pieces.join('') };
    incomplete.set(key, pieces);
    const [oldest] = incomplete.keys();
    if (incomplete.size > MAX_INCOMPLETE && oldest !== undefined) incomplete.delete(oldest);
    return null;
  }

  return {
    self,
    publish(value) {
      const pieces = split(toAscii(JSON.stringify(value)));
      if (waiting.length + pieces.length > MAX_WAITING) return false;
      sent += 1;
      waiting.push(...pieces.map((piece, index) => `${self}:${sent}:${index}:${pieces.length}:${piece}`));
      flushing ??= outside(flush).finally(() => (flushing = null));
      return true;
    },
    async start(onValue) {
      unlisten = await database.listen(channel, (payload) => {
        const whole = collect(payload);
        if (whole) onValue(whole.from, parse(whole.text));
      });
    },
    async stop() {
      await unlisten?.();
      unlisten = null;
      waiting = [];
      await flushing;
    },
  };
}

const toAscii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

function split(text: string): string[] {
  return text.match(new RegExp(`.{1,${PIECE}}`, 'gs')) ?? [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // damaged: the receiver reports it as unreadable
  }
}
