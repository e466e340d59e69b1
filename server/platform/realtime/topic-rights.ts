import type { Database } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';

/** What a caller may do on a private topic. */
export interface TopicRights {
  readonly readBroadcast: boolean;
  readonly writeBroadcast: boolean;
}

/** Tries the policies on `realtime.messages` in one statement that leaves nothing behind. */
export async function findTopicRights(
  database: Database,
  topic: string,
  caller: Caller,
): Promise<TopicRights> {
  const [row] = await database.query<{
    read_broadcast: boolean;
    write_broadcast: boolean;
  }>('select read_broadcast, write_broadcast from realtime.topic_rights($1, $2, $3)', [
    topic,
    caller.role,
    JSON.stringify(caller.claims),
  ]);
  return {
    readBroadcast: row?.read_broadcast ?? false,
    writeBroadcast: row?.write_broadcast ?? false,
  };
}
