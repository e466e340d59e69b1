import type { Log } from '#server/lib/log.ts';
import type { Database } from '../db/database.ts';
import type { Message } from './topics.ts';

/** A row of `realtime.messages`, as `realtime.send` writes it. */
export interface StoredMessage {
  readonly id: string;
  readonly topic: string;
  readonly event: string;
  readonly private: boolean;
  readonly payload: unknown;
}

/** Hands on each message that SQL has sent, in commit order. Every process hears of it, so none passes it on. */
export async function listenToStoredMessages(
  { database, log }: { database: Database; log: Log },
  onMessage: (message: Message) => void,
): Promise<() => Promise<void>> {
  let last = Promise.resolve();
  return database.listen('realtime_messages', (id) => {
    last = last.then(async () => {
      const [row] = await database.query<StoredMessage>(
        `select id, topic, event, private, payload from realtime.messages
         where id = $1 and event is not null and payload is not null`,
        [id],
      );
      if (row) onMessage(toMessage(row));
    });
    last = last.catch((error: unknown) => log.warn('a stored message was not sent', { error, id }));
  });
}

export function toMessage({ id, topic, event, payload, ...row }: StoredMessage): Message {
  return { topic, event, private: row.private, body: { encoding: 'json', value: payload }, meta: { id } };
}
