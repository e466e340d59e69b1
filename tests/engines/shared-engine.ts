import { rmSync } from 'node:fs';
import { silentLog } from '#server/lib/log.ts';
import { type Database, DatabaseError } from '#server/platform/db/database.ts';
import { databaseOn, openHost } from '#server/platform/db/pglite/open-pglite.ts';
import { type FirstState, firstStateOf } from './first-state.ts';
import { leaseOf } from './lease.ts';
import { copyTemplate } from './pglite-template.ts';

const log = silentLog;
const OVERDUE = '57014';

/** An engine that was started for one test file, and serves the next one, too. */
interface Engine {
  readonly database: Database;
  readonly host: Awaited<ReturnType<typeof openHost>>;
  readonly first: FirstState;
  end(): Promise<void>;
}

/** One at most: the files of a process follow each other, and few open a second database beside their own. */
let free: Engine | undefined;

/**
 * A database as the migrations leave it, on an engine that this process keeps: to start one takes a second of processor
 * time, to set one back a tenth. A file that has changed the schema, the roles or the settings was its last.
 */
export async function borrowEngine(): Promise<{ database: Database; close: () => Promise<void> }> {
  const engine = (await takeFree()) ?? (await start());
  const { driver, isOver } = leaseOf(engine.host);
  const database = databaseOn(driver, { log });
  return {
    database,
    async close() {
      await database.close();
      if (isOver() && !free) free = engine;
      else await engine.end();
    },
  };
}

async function takeFree(): Promise<Engine | undefined> {
  const engine = free;
  free = undefined;
  if (!engine || (await isSetBack(engine))) return engine;
  await engine.end();
  return undefined;
}

/** A machine may be too busy to set an engine back within the limit of a statement. */
async function isSetBack({ first, database }: Engine): Promise<boolean> {
  try {
    return await first.restore(database);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === OVERDUE) return false;
    throw error;
  }
}

async function start(): Promise<Engine> {
  const { place: folder, remove } = await copyTemplate();
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const host = await openHost({ folder, log });
  const database = databaseOn(host, { log });
  return {
    database,
    host,
    first: await firstStateOf(database),
    async end() {
      await database.close();
      process.off('exit', removeNow);
      await remove();
    },
  };
}
