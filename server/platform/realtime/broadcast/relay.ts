import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { newToken } from '#server/lib/ids.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import type { Message } from '../socket/topics.ts';

/** Relays broadcasts between processes that share one PostgreSQL. */
export interface Relay {
  /** Queues a message and returns at once; sent in the background, in order. */
  publish(message: Message): void;
  start(onMessage: (message: Message) => void): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = 'realtime_broadcast';
/** Bytes per notification, whose limit is 8000. The text is ASCII, so characters are bytes. */
const PIECE = 7_800;
/**
 * Maximum number of messages queued for a slow database. Broadcasts are at-most-once; beyond this, the newest are
 * dropped.
 */
const MAX_WAITING = 2_000;
const BATCH = 100;
/**
 * Maximum number of incomplete messages. Pieces arrive together, in one transaction; older ones were cut off by a
 * lost connection.
 */
const MAX_INCOMPLETE = 100;

const envelopeText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      topic: z.string(),
      private: z.boolean(),
      event: z.string(),
      json: z.unknown().optional(),
      base64: z.string().optional(),
    }),
  );

/** Does nothing on the embedded database, which is used by a single process. */
export function createRelay({ database, log }: { database: Database; log: Log }): Relay {
  if (database.engine === 'pglite') {
    return { publish: () => {}, start: async () => {}, stop: async () => {} };
  }
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
        await database.query(`select pg_notify('${CHANNEL}', piece) from unnest($1::text[]) as piece`, [
          batch,
        ]);
      } catch (error) {
        log.warn('broadcasts did not reach the other processes', { error, pieces: batch.length });
      }
    }
  }

  function receive(payload: string, onMessage: (message: Message) => void): void {
    const [, from = '', number = '', index = '', count = '', piece = ''] =
      /^([^:]+):(\d+):(\d+):(\d+):(.*)$/s.exec(payload) ?? [];
    if (from === self || from === '') return;
    const key = `${from}:${number}`;
    const pieces = [...(incomplete.get(key) ?? []), piece];
    incomplete.delete(key);
    if (pieces.length !== Number(index) + 1) return;
    if (pieces.length < Number(count)) {
      incomplete.set(key, pieces);
      const [oldest] = incomplete.keys();
      if (incomplete.size > MAX_INCOMPLETE && oldest !== undefined) incomplete.delete(oldest);
      return;
    }
    const message = fromEnvelope(pieces.join(''));
    if (message) onMessage(message);
    else log.warn("couldn't read a broadcast from another process", { from });
  }

  return {
    publish(message) {
      const pieces = split(toEnvelope(message));
      if (waiting.length + pieces.length > MAX_WAITING) {
        log.warn("a broadcast didn't reach the other processes, too many are waiting", {
          topic: message.topic,
        });
        return;
      }
      sent += 1;
      waiting.push(...pieces.map((piece, index) => `${self}:${sent}:${index}:${pieces.length}:${piece}`));
      flushing ??= outside(flush).finally(() => (flushing = null));
    },
    async start(onMessage) {
      unlisten = await database.listen(CHANNEL, (payload) => receive(payload, onMessage));
    },
    async stop() {
      await unlisten?.();
      unlisten = null;
      waiting = [];
      await flushing;
    },
  };
}

function toEnvelope({ body, ...message }: Message): string {
  const { topic, event } = message;
  const content =
    body.encoding === 'json' ? { json: body.value } : { base64: Buffer.from(body.bytes).toString('base64') };
  const text = JSON.stringify({ topic, event, private: message.private, ...content });
  return text.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function fromEnvelope(text: string): Message | null {
  const parsed = envelopeText.safeParse(text);
  if (!parsed.success) return null;
  const { json, base64, ...message } = parsed.data;
  return {
    ...message,
    body:
      base64 === undefined
        ? { encoding: 'json', value: json }
        : { encoding: 'binary', bytes: Buffer.from(base64, 'base64') },
  };
}

function split(text: string): string[] {
  return text.match(new RegExp(`.{1,${PIECE}}`, 'gs')) ?? [];
}
