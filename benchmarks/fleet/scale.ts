/**
 * The same requests of the same people in a small database and in a large one: 100,000 people with 100 tasks each, unless
 * the command says how many people. What a person's data takes on the disk, and which large tables were read from end to
 * end. The large one takes 10 GB of disk, and half an hour to fill.
 */
import { Client } from 'pg';
import { z } from 'zod';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { startTestServer } from '#tests/engines/postgres-server.ts';
import { copyPerson } from '#tests/plans/copy-person.ts';
import { freshDataDir, removeDataDir, startServer, UNLIMITED } from '#tests/worlds/server-process.ts';
import { addTasks, signIn, signUp } from '../measure/account.ts';
import { delegate } from '../measure/delegate.ts';
import { median, pause, percentile, report } from '../measure/figures.ts';

const FEW = 100;
const MANY = Number(process.argv[2] ?? 100_000);
const TASKS = 100;
const RUNS = 3;
/** People whose requests are timed, spread over all. */
const ASKING = 150;
/** A table with fewer rows may well be read whole. */
const LARGE = 10_000;

const small = await openHouse(FEW);
const large = await openHouse(MANY);
const figures = new Map<string, { small: number[]; large: number[] }>();
await timeAll(small, 'small', 5); // so that no code is new
figures.clear();
await large.forgetScans();
for (let part = 0; part < 3; part += 1) {
  await timeAll(small, 'small', ASKING / 3, part);
  await timeAll(large, 'large', ASKING / 3, part);
}
for (const [what, times] of figures) {
  const [few, many] = [times.small, times.large];
  report(what, {
    'p50 ms, small': median(few),
    large: median(many),
    ratio: (median(many) / median(few)).toFixed(2),
    'p99 ms, small': percentile(few, 0.99),
    'large p99': percentile(many, 0.99),
    'ratio of p99': (percentile(many, 0.99) / percentile(few, 0.99)).toFixed(2),
  });
}
await large.reportScans();
await large.reportSizes();
for (const house of [small, large]) await house.close();

type House = Awaited<ReturnType<typeof openHouse>>;

/** A server with its database, and `people` in it besides the first, who has delegated. */
async function openHouse(people: number) {
  const settings = ['shared_buffers=1GB', 'max_wal_size=8GB', 'maintenance_work_mem=512MB'];
  const postgres = await startTestServer({ settings, isLarge: true });
  const [simulator, dataDir] = await Promise.all([startAiSimulator(), freshDataDir()]);
  const server = await startServer({
    optimises: true,
    dataDir,
    env: {
      ...UNLIMITED,
      DATABASE_URL: postgres.url,
      AI_BASE_URL: simulator.url,
      AI_API_KEY: simulator.apiKey,
      AI_MODEL_FAST: 'sim/fast',
    },
  });
  const first = await signUp(server.url, 'first');
  for (const task of (await addTasks(first, TASKS)).slice(0, RUNS)) await delegate(first, task);
  const started = performance.now();
  await copyPerson(postgres.url, first.userId, people);
  report(`${people} people with ${TASKS} tasks each`, { 'made in s': (performance.now() - started) / 1000 });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  return {
    url: server.url,
    people,
    forgetScans: () => client.query('select pg_stat_reset()'),
    async reportScans() {
      await pause(2_000); // counters are sent late
      const { rows } = await client.query(
        `select relid::regclass::text as place, seq_scan as scans from pg_stat_user_tables
         where seq_scan > 0 and pg_relation_size(relid) > $1 * 100 order by seq_tup_read desc`,
        [LARGE],
      );
      const read = z.array(z.object({ place: z.string(), scans: z.coerce.number() })).parse(rows);
      console.log(
        `large tables read from end to end: ${read.map(({ place, scans }) => `${place} ${scans} times`).join(', ') || 'none'}`,
      );
    },
    async reportSizes() {
      const { rows } = await client.query(
        `select relid::regclass::text as place, pg_table_size(relid)::float8 / $1 as rows, pg_indexes_size(relid)::float8 / $1 as indexes
         from pg_stat_user_tables where pg_total_relation_size(relid) > 1e6 * $1 / 1000
         order by pg_total_relation_size(relid) desc`,
        [people],
      );
      const sizes = z
        .array(z.object({ place: z.string(), rows: z.number(), indexes: z.number() }))
        .parse(rows);
      for (const { place, rows: table, indexes } of sizes) {
        report(`${place}, a person`, { 'kB of rows': table / 1000, 'kB of indexes': indexes / 1000 });
      }
    },
    async close() {
      await client.end();
      await server.stop();
      await postgres.stop();
      await simulator.close();
      await removeDataDir(dataDir);
    },
  };
}

async function timeAll(
  { url, people }: House,
  size: 'small' | 'large',
  count: number,
  part = 0,
): Promise<void> {
  const add = async <T>(what: string, act: () => PromiseLike<T>): Promise<T> => {
    const started = performance.now();
    const result = await act();
    const times = figures.get(what) ?? { small: [], large: [] };
    times[size].push(performance.now() - started);
    figures.set(what, times);
    return result;
  };
  for (let at = 0; at < count; at += 1) {
    const number = 1 + Math.floor(((part * count + at) * (people - 1)) / ASKING);
    const account = await add('sign-in by password', () => signIn(url, `person-${number}@example.org`));
    const { client } = account;
    for (let again = 0; again < 3; again += 1) {
      await add('a list of 100 tasks', () =>
        client.from('tasks').select('*').order('created_at', { ascending: false }).limit(100).throwOnError(),
      );
      await add('a search for one of 100', () => client.rpc('search', { query: 'part 77' }).throwOnError());
      await add('a search for all', () => client.rpc('search', { query: 'insur' }).throwOnError());
    }
    const [task = ''] = await add('a new task', () => addTasks(account, 1));
    await add('delegation, to its answer', () => delegate(account, task));
  }
}
