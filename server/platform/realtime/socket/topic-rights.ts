import type { Caller } from '../../db/caller.ts';
import type { Database } from '../../db/database.ts';

/** What a caller may do on a private topic. */
export interface TopicRights {
  readonly readBroadcast: boolean;
  readonly writeBroadcast: boolean;
  readonly readPresence: boolean;
  readonly writePresence: boolean;
}

/** Tries the policies on `realtime.messages` in one statement that leaves nothing behind. */
export async function findTopicRights(
  database: Database,
  topic: string,
  caller: Caller,
): Promise<TopicRights> {
  const [row] = await database.query<{
    read_broadcast: boolean;
    read_presence: boolean;
    write_broadcast: boolean;
    write_presence: boolean;
  }>('select * from realtime.topic_rights($1, $2, $3)', [topic, caller.role, JSON.stringify(caller.claims)]);
  return {
    readBroadcast: row?.read_broadcast ?? false,
    writeBroadcast: row?.write_broadcast ?? false,
    readPresence: row?.read_presence ?? false,
    writePresence: row?.write_presence ?? false,
  };
}

/** Whether a private topic may be joined: there is something on it to hear for this caller. */
export function mayJoin(rights: TopicRights, wantsPresence: boolean): boolean {
  return rights.readBroadcast || (wantsPresence && rights.readPresence);
}
