import { parseExact } from '#server/lib/exact-json.ts';
import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import type { BroadcastBody } from '../socket/frames.ts';
import type { Message } from '../socket/topics.ts';

/** A row of `realtime.messages`, as `realtime.send` and `realtime.send_binary` write it. */
export interface StoredMessage {
  readonly id: string;
  readonly topic: string;
  readonly event: string;
  readonly private: boolean;
  /** JSON text. */
  readonly payload: string | null;
  /** Set instead of `payload`. */
  readonly binary_payload: Uint8Array | null;
}

/** Delivers messages sent by SQL, in commit order. Every process receives them, so they aren't relayed. */
export async function listenToStoredMessages(
  { database, log }: { database: Database; log: Log },
  onMessage: (message: Message) => void,
): Promise<() => Promise<void>> {
  let last = Promise.resolve();
  return database.listen('realtime_messages', (id) => {
    last = last.then(async () => {
      const [row] = await database.query<StoredMessage>(
        `select id, topic, event, private, payload::text, binary_payload from realtime.messages
         where id = $1 and event is not null and (payload is not null or binary_payload is not null)`,
        [id],
      );
      if (row) onMessage(toMessage(row));
    });
    last = last.catch((error: unknown) => log.warn('a stored message was not sent', { error, id }));
  });
}

export function toMessage({
  id,
  topic,
  event,
  payload,
  binary_payload: bytes,
  ...row
}: StoredMessage): Message {
  const body: BroadcastBody = bytes
    ? { encoding: 'binary', bytes }
    : { encoding: 'json', value: parseExact(payload ?? 'null') };
  return { topic, event, private: row.private, body, meta: { id } };
}
