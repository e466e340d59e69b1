/**
 * Processor time of a list of 100 tasks, of the server and of PostgreSQL, and of the same statements sent by a program
 * that does nothing else. `--against <folder>` measures another checkout by turns. Says more than lists per second on a
 * machine that others use.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createLog } from '#server/lib/log.ts';
import { runAsCaller } from '#server/platform/db/as-caller.ts';
import type { Caller } from '#server/platform/db/caller.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPglite } from '#server/platform/db/pglite/open-pglite.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import type { ServerProcess } from '#tests/worlds/server-process.ts';
import { type Account, addTasks, signUp } from '../measure/account.ts';
import { type Engine, openPlace, type Place } from '../measure/engines.ts';
import { median, processorTimeOf, report } from '../measure/figures.ts';
import { reportRatios, type Version, versions } from '../measure/versions.ts';

const ROUNDS = 5;
const LISTS = 1000;
const WARM_UP = 3_000;
const CONNECTIONS = 10;
/** Those that a task had in commit ee0eadd: what a list costs depends on their number more than on anything else. */
const COLUMNS =
  'id,user_id,title,category,priority,timeframe,is_completed,completed_at,ai_assisted,ai_task_type,project_id,client_id,created_at,updated_at';
const PATH = `/rest/v1/tasks?select=${COLUMNS}&order=created_at.desc&limit=100`;

type Samples = Record<string, number[]>;

interface Measured {
  readonly version: Version;
  readonly place: Place;
  readonly server: ServerProcess;
  readonly account: Account;
  readonly samples: Samples;
}

const KINDS: readonly {
  readonly engine: Engine;
  readonly through: 'url' | 'socketUrl';
  readonly name: string;
}[] = [
  { engine: 'pglite', through: 'url', name: 'PGlite' },
  { engine: 'postgres', through: 'url', name: 'PostgreSQL by TCP' },
  { engine: 'postgres', through: 'socketUrl', name: 'PostgreSQL by its socket' },
];

async function askFor(amount: number, { server, account }: Measured): Promise<number> {
  const begun = performance.now();
  const { non2xx, errors } = await autocannon({
    url: server.url + PATH,
    connections: CONNECTIONS,
    amount,
    // On a machine that others use.
    timeout: 60,
    headers: { ...account.headers },
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were no success, ${errors} had none`);
  return (performance.now() - begun) / 1000;
}

const note = (samples: Samples, figures: Readonly<Record<string, number>>): void => {
  for (const [name, value] of Object.entries(figures)) (samples[name] ??= []).push(value);
};

async function measureOnce(measured: Measured): Promise<void> {
  const { server, place, samples } = measured;
  const before = { server: processorTimeOf(server.pid), database: place.databaseTime() };
  const seconds = await askFor(LISTS, measured);
  const own = (processorTimeOf(server.pid) - before.server) / LISTS;
  const database = (place.databaseTime() - before.database) / LISTS;
  note(samples, {
    'all ms': own + database,
    'server ms': own,
    'PostgreSQL ms': database,
    'lists/s': LISTS / seconds,
  });
}

/** The statements of a list, sent without HTTP, tokens and queries to parse. */
async function measureBare(
  database: Database,
  place: Place,
  userId: string,
  samples: Samples,
): Promise<void> {
  const caller: Caller = {
    role: 'authenticated',
    userId,
    sessionId: null,
    claims: { role: 'authenticated', sub: userId },
    expiresAt: null,
  };
  const rows = `select ${COLUMNS} from public.tasks order by created_at desc limit $1`;
  const text = `select count(*) as page, coalesce(json_agg(_rows.*), '[]')::text as body from (${rows}) as _rows`;
  const ask = async (lists: number): Promise<void> => {
    for (let at = 0; at < lists; at += 1) {
      const [result] = await runAsCaller(database, caller, [{ text, values: [100] }], { readOnly: true });
      if (result?.rows[0]?.['page'] !== 100) throw new Error('a bare list has not 100 tasks');
    }
  };
  const askTogether = (lists: number) =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => ask(lists / CONNECTIONS)));
  await askTogether(WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    const databaseBefore = place.databaseTime();
    const begun = performance.now();
    await askTogether(LISTS);
    const { user, system } = process.cpuUsage(before);
    const own = (user + system) / 1000 / LISTS;
    const all = own + (place.databaseTime() - databaseBefore) / LISTS;
    note(samples, { 'all ms': all, 'lists/s': LISTS / ((performance.now() - begun) / 1000) });
  }
}

const mediansOf = (samples: Samples): Record<string, number> =>
  Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]));

const shown = (figures: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value.toFixed(value < 10 ? 3 : 0)]),
  );

async function compare({ engine, through, name }: (typeof KINDS)[number]): Promise<void> {
  const all: Measured[] = [];
  for (const version of await versions()) {
    const place = await openPlace(engine, version, through);
    const server = await place.start();
    const account = await signUp(server.url, 'few');
    await addTasks(account, 100);
    const measured = { version, place, server, account, samples: {} };
    await askFor(WARM_UP, measured);
    all.push(measured);
  }
  for (let round = 0; round < ROUNDS; round += 1) for (const measured of all) await measureOnce(measured);
  const figures = all.map(({ version, samples }) => {
    report(`a list of 100 tasks, ${name}, ${version.name}`, shown(mediansOf(samples)));
    return mediansOf(samples);
  });
  reportRatios(`a list of 100 tasks, ${name}`, figures);

  const log = createLog('error', console.error);
  for (const { server, place, account, version } of all) {
    await server.stop();
    if (version.name === 'this') {
      const folder = join(server.dataDir, 'database');
      const url = place.env['DATABASE_URL'];
      const database =
        url === undefined ? await openPglite({ folder, log }) : await openPostgres({ url, log });
      const bare: Samples = {};
      await measureBare(database, place, account.userId, bare);
      await database.close();
      report(`the bare statements, ${name}`, shown(mediansOf(bare)));
    }
    await place.remove();
  }
}

const { positionals } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true });
for (const kind of KINDS) {
  if (positionals.length === 0 || positionals.includes(kind.engine)) await compare(kind);
}
process.exit(0);
