import type { Log } from '#server/lib/log.ts';
import type { Database } from '../../db/database.ts';
import type { Channel } from '../socket/channel.ts';
import { encoderOf } from '../socket/topics.ts';
import { type StoredMessage, toMessage } from './stored-messages.ts';

/**
 * Sends a new member the messages that SQL has stored on the topic, oldest first. The join has checked the right to
 * read.
 */
export async function replayMessages(
  { database, log }: { database: Database; log: Log },
  channel: Channel,
  { since, limit }: { since: number; limit: number },
): Promise<void> {
  const rows = await findSince(database, channel.topic, since, limit).catch((error: unknown) => {
    log.warn("couldn't replay stored messages", { error });
    return [];
  });
  const messages = rows.flatMap((row) => {
    const message = { ...toMessage(row), meta: { id: row.id, replayed: true } };
    const frame = encoderOf(message)(channel.version);
    return frame === null ? [] : [{ id: row.id, frame }];
  });
  channel.replay(messages);
}

function findSince(
  database: Database,
  topic: string,
  since: number,
  limit: number,
): Promise<StoredMessage[]> {
  return database.query<StoredMessage>(
    `select * from (
       select id, topic, event, private, payload::text, binary_payload, inserted_at from realtime.messages
       where topic = $1 and private and extension = 'broadcast' and event is not null
         and (payload is not null or binary_payload is not null)
         and inserted_at > to_timestamp($2::float8 / 1000)
       order by inserted_at desc limit $3
     ) latest order by inserted_at`,
    [topic, since, limit],
  );
}
