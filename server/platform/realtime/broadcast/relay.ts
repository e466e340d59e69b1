import { z } from 'zod';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import { createProcessWire } from '../process-wire.ts';
import type { Message } from '../socket/topics.ts';

/** Relays broadcasts between processes that share one PostgreSQL. */
export interface Relay {
  /** Queues a message and returns at once; sent in the background, in order. */
  publish(message: Message): void;
  start(onMessage: (message: Message) => void): Promise<void>;
  stop(): Promise<void>;
}

const envelope = z.object({
  topic: z.string(),
  private: z.boolean(),
  event: z.string(),
  json: z.unknown().optional(),
  base64: z.string().optional(),
});

/** Does nothing on the embedded database, which is used by a single process. */
export function createRelay({ database, log }: { database: Database; log: Log }): Relay {
  const wire = createProcessWire({ database, channel: 'realtime_broadcast', log });
  if (!wire) return { publish: () => {}, start: async () => {}, stop: async () => {} };
  return {
    publish(message) {
      // Broadcasts are at-most-once.
      if (wire.publish(toEnvelope(message))) return;
      log.warn('a broadcast did not reach the other processes: too many are waiting', {
        topic: message.topic,
      });
    },
    start: (onMessage) =>
      wire.start((from, value) => {
        const message = fromEnvelope(value);
        if (message) onMessage(message);
        else log.warn('a broadcast of another process could not be read', { from });
      }),
    stop: () => wire.stop(),
  };
}

function toEnvelope({ body, topic, event, ...message }: Message): z.input<typeof envelope> {
  const content =
    body.encoding === 'json' ? { json: body.value } : { base64: Buffer.from(body.bytes).toString('base64') };
  return { topic, event, private: message.private, ...content };
}

function fromEnvelope(value: unknown): Message | null {
  const parsed = envelope.safeParse(value);
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
