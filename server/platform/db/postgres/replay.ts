import type { Reader, Result } from '../database.ts';

/**
 * How far the primary has written, and which history that is: a place means nothing in that of another cluster, nor in
 * that of a primary that was replaced. What is committed is on its disk first, unless it may commit before; what reading
 * leaves in its log isn't, and reaches the standby seconds later.
 */
const WRITTEN = `
  select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as place,
    concat_ws('/', system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int,
      current_database()) as history
  from pg_control_system()`;
/** Gives the standby 50 ms for what is on its way. A statement after it sees all that, unless it shares its snapshot. */
export const REPLAYED = `
  with recursive looks (number, has_all) as (
    select 0, pg_last_wal_replay_lsn() >= $1::pg_lsn
    union all
    select number + 1, pg_last_wal_replay_lsn() >= $1::pg_lsn
    from looks, pg_sleep(0.005) where not has_all and number < 10
  )
  select pg_is_in_recovery() as is_standby,
    concat_ws('/', system_identifier, timeline_id, current_database()) = $2 as is_same,
    coalesce(bool_or(has_all), false) and current_setting('transaction_isolation') = 'read committed' as has_all
  from looks, pg_control_system(), pg_control_checkpoint() group by system_identifier, timeline_id`;

export interface Written {
  readonly place: string;
  readonly history: string;
}

/** Why the primary has to answer instead. */
export class UnfitError extends Error {}

/** Asks the primary after it's called, once for all who call until then. */
export function askingWritten(primary: Reader): () => Promise<Written> {
  let asking: Promise<Written> | undefined;
  let next: Promise<Written> | undefined;
  const ask = async (): Promise<Written> => {
    const [result] = await primary.batch([{ text: WRITTEN }]);
    const { place, history } = result?.rows[0] ?? {};
    if (typeof place !== 'string' || typeof history !== 'string') {
      throw new UnfitError("the primary doesn't say how far it has written");
    }
    return { place, history };
  };
  const askNext = async (): Promise<Written> => {
    await asking?.catch(() => {}); // reported to those who asked
    next = undefined;
    asking = ask();
    return asking;
  };
  return () => (next ??= askNext());
}

export function assertFit(replayed: Result | undefined): void {
  const { is_standby, is_same, has_all } = replayed?.rows[0] ?? {};
  if (is_standby !== true) throw new UnfitError("the server isn't a standby");
  if (is_same !== true)
    throw new UnfitError('the standby follows another primary, or has not noticed yet that it was replaced');
  if (has_all !== true) throw new UnfitError('the standby is behind');
}
