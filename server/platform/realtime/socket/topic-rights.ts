import { runAsCaller } from '../../db/as-caller.ts';
import type { Caller } from '../../db/caller.ts';
import { type Database, DatabaseError } from '../../db/database.ts';
import { isDiskFull } from '../../db/disk-full.ts';

/** A caller's rights on a private topic. */
export interface TopicRights {
  readonly readBroadcast: boolean;
  readonly writeBroadcast: boolean;
  readonly readPresence: boolean;
  readonly writePresence: boolean;
}

/** Probes the policies on `realtime.messages` in one statement that is rolled back. */
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
 * Same for a client with an open socket. A full disk rejects the probe rows, but live updates should continue: then
 * only the read policies are evaluated, and the client may not write until its next token.
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

/** Evaluates the read policies from the catalogue on rows that aren't in any table. */
async function findReadable(
  database: Database,
  topic: string,
  caller: Caller,
): Promise<ReadonlySet<unknown>> {
  const sight = caller.role === 'service_role' ? 'true' : await findSight(database, caller);
  // The conditions refer to columns by the table's name.
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
    // A policy that raises an error denies access; a database that can't answer hasn't denied anything.
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

/** True if a private topic may be joined: the caller may receive something on it. */
export function mayJoin(rights: TopicRights, wantsPresence: boolean): boolean {
  return rights.readBroadcast || (wantsPresence && rights.readPresence);
}
