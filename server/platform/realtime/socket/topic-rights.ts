import { runAsCaller } from '../../db/as-caller.ts';
import type { Caller } from '../../db/caller.ts';
import { type Database, DatabaseError } from '../../db/database.ts';
import { isDiskFull } from '../../db/disk-full.ts';

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

/**
 * The same for a client that holds a socket. A full disk refuses the probe rows, and live updates should go on: then the
 * reading policies are asked alone, and the client may not write until its next token.
 */
export async function findRightsOnSocket(
  database: Database,
  topic: string,
  caller: Caller,
): Promise<TopicRights> {
  try {
    return await findTopicRights(database, topic, caller);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    const readable = await findReadable(database, topic, caller);
    return {
      readBroadcast: readable.has('broadcast'),
      readPresence: readable.has('presence'),
      writeBroadcast: false,
      writePresence: false,
    };
  }
}

/** Asks the policies for reading, as the catalogue has them, about rows that are in no table. */
async function findReadable(
  database: Database,
  topic: string,
  caller: Caller,
): Promise<ReadonlySet<unknown>> {
  const sight = caller.role === 'service_role' ? 'true' : await findSight(database, caller);
  // The conditions name the columns by the name of the table.
  const text = `
    select asked.extension from unnest(array['broadcast', 'presence']) as asked (extension)
    where has_table_privilege('realtime.messages', 'select') and exists (
      select from jsonb_populate_record(null::realtime.messages, jsonb_build_object(
        'id', gen_random_uuid(), 'topic', $1::text, 'extension', asked.extension,
        'private', true, 'inserted_at', now(), 'updated_at', now())) as messages
      where ${sight})`;
  const settings = { 'realtime.topic': topic };
  try {
    const [result] = await runAsCaller(database, caller, [{ text, values: [topic] }], {
      readOnly: true,
      settings,
    });
    return new Set(result?.rows.map(({ extension }) => extension));
  } catch (error) {
    // A policy that raises an error refuses; a database that cannot answer has refused nothing.
    if (error instanceof DatabaseError && !/^(53|57|58|PT|XX)/.test(error.code)) return new Set();
    throw error;
  }
}

async function findSight(database: Database, { role }: Caller): Promise<string> {
  const [row] = await database.query<{ sight: string }>(
    `select realtime.sight_of('realtime.messages', $1) as sight`,
    [role],
  );
  return row?.sight ?? 'false';
}

/** Whether a private topic may be joined: there is something on it to hear for this caller. */
export function mayJoin(rights: TopicRights, wantsPresence: boolean): boolean {
  return rights.readBroadcast || (wantsPresence && rights.readPresence);
}
