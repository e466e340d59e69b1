import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DatabaseError } from '../database.ts';

/** Any number that nothing else locks; it counts for one database of the server. */
const LOCK = 7215362740285n;
/** A process killed a moment ago holds its claim until the server has noticed. */
const PATIENCE = 2_000;
const PAUSE = 100;

/** Claims the database for this process for as long as the connection lasts. Throws 55006 where another has it. */
export async function claimDatabase(client: Client): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await tryToClaim(client))) {
    if (Date.now() > end) {
      throw new DatabaseError(
        '55006',
        'the database is in use by another process; stop it, or set another DATABASE_URL',
      );
    }
    await sleep(PAUSE);
  }
}

async function tryToClaim(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [
    LOCK,
  ]);
  return rows[0]?.claimed === true;
}
