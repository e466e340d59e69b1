/**
 * The same requests to one process and to three, each on a PostgreSQL of its own, by turns on the same cores: what a
 * request takes, alone and with others, and its processor time in all processes and PostgreSQL together.
 * `node benchmarks/fleet/one-and-three.ts [rounds]`.
 */
import { silentLog } from '#server/lib/log.ts';
import { openPostgres } from '#server/platform/db/postgres/open-postgres.ts';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { startTestServer } from '#tests/engines/postgres-server.ts';
import {
  freshDataDir,
  removeDataDir,
  type ServerProcess,
  startServer,
  UNLIMITED,
} from '#tests/worlds/server-process.ts';
import { type Account, addTasks, signIn, signUp } from '../measure/account.ts';
import { delegate } from '../measure/delegate.ts';
import { median, percentile, processorTimeOfAll, report } from '../measure/figures.ts';

const ROUNDS = Number(process.argv[2] ?? 8);
/** For each process, before anything is measured: its code and its connections are as they are after a while. */
const WARM = 8;
const TASKS = 100;
/** Requests at once to each process where the processor time is measured. */
const AT_ONCE = 9;

type Act = (account: Account) => PromiseLike<unknown>;
interface Kind {
  readonly act: Act;
  /** Of a round, one at a time: as browsers keep their connections, each process has its turn. */
  readonly alone: number;
  /** Of a round, all processes at work. */
  readonly together: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a list of 100 tasks': {
    act: ({ client }) =>
      client.from('tasks').select('*').order('created_at', { ascending: false }).limit(100).throwOnError(),
    alone: 60,
    together: 360,
  },
  'a search': {
    act: ({ client }) => client.rpc('search', { query: 'part 77' }).throwOnError(),
    alone: 60,
    together: 180,
  },
  'a new task': { act: (account) => addTasks(account, 1), alone: 30, together: 90 },
  'a sign-in by password': {
    act: ({ url, email }) => signIn(url, email),
    alone: 6,
    together: 18,
  },
  'a delegation, to its answer': {
    act: async (account) => {
      const [task = ''] = await addTasks(account, 1);
      await delegate(account, task);
    },
    alone: 9,
    together: 27,
  },
};

const houses = { one: await openHouse(1), three: await openHouse(3) };
type Size = keyof typeof houses;
const figures = new Map<string, Record<Size, { alone: number[]; cost: number[] }>>();

for (const { accounts, time } of Object.values(houses))
  for (let round = 0; round < WARM * accounts.length; round += 1)
    for (const kind of Object.values(KINDS)) await time(kind);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, kind] of Object.entries(KINDS)) {
    for (const size of round % 2 ? (['one', 'three'] as const) : (['three', 'one'] as const)) {
      const timed = await houses[size].time(kind);
      const kept = figures.get(name) ?? { one: { alone: [], cost: [] }, three: { alone: [], cost: [] } };
      kept[size].alone.push(...timed.alone);
      kept[size].cost.push(timed.cost);
      figures.set(name, kept);
    }
  }
}
for (const [name, { one, three }] of figures) {
  const ratio = (read: (of: typeof one) => number): string => (read(three) / read(one)).toFixed(2);
  report(name, {
    'p50 ms, one': median(one.alone),
    three: median(three.alone),
    ratio: ratio(({ alone }) => median(alone)),
    'p95 ms, one': percentile(one.alone, 0.95),
    'three p95': percentile(three.alone, 0.95),
    'ratio of p95': ratio(({ alone }) => percentile(alone, 0.95)),
    'processor ms, one': median(one.cost),
    'three processor': median(three.cost),
    'ratio of processor': ratio(({ cost }) => median(cost)),
  });
}
for (const house of Object.values(houses)) await house.close();

/** Processes on one PostgreSQL, and somebody with tasks, signed in at each of them. */
async function openHouse(count: number) {
  const [postgres, simulator, dataDir] = await Promise.all([
    startTestServer(),
    startAiSimulator(),
    freshDataDir(),
  ]);
  const env = {
    ...UNLIMITED,
    // One person has more answered here than a day's budget pays for.
    AI_BUDGETS: 'person_day=off,day=off',
    DATABASE_URL: postgres.url,
    PUBLIC_URL: 'http://errand.test',
    AI_BASE_URL: simulator.url,
    AI_API_KEY: simulator.apiKey,
    AI_MODEL_FAST: 'sim/fast',
  };
  const processes: ServerProcess[] = [];
  for (let at = 0; at < count; at += 1) processes.push(await startServer({ optimises: true, dataDir, env }));
  const [first] = processes;
  if (!first) throw new Error('there is no process');
  const { email, ...somebody } = await signUp(first.url, `somebody-${count}`);
  await addTasks({ email, ...somebody }, TASKS);
  const database = await openPostgres({ url: postgres.url, log: silentLog });
  await database.query(
    `insert into public.credit_grants (user_id, kind, amount, source, source_ref)
     values ($1, 'operator', 100000, 'operator', 'measurement')`,
    [somebody.userId],
  );
  await database.close();
  const accounts = await Promise.all(processes.map(({ url }) => signIn(url, email)));
  /** Milliseconds. */
  const processorTime = (): number =>
    processes.reduce((sum, { pid }) => sum + processorTimeOfAll(pid), processorTimeOfAll(postgres.pid));
  return {
    accounts,
    time: (kind: Kind) => timeKind(accounts, processorTime, kind),
    async close() {
      await Promise.all(processes.map((one) => one.stop()));
      await postgres.stop();
      await simulator.close();
      await removeDataDir(dataDir);
    },
  };
}

async function timeKind(
  accounts: readonly Account[],
  processorTime: () => number,
  { act, alone, together }: Kind,
) {
  const times: number[] = [];
  for (const account of accounts) {
    for (let at = 0; at < alone / accounts.length; at += 1) {
      const started = performance.now();
      await act(account);
      times.push(performance.now() - started);
    }
  }
  const before = processorTime();
  const each = Math.ceil(together / AT_ONCE / accounts.length);
  await Promise.all(
    accounts.flatMap((account) =>
      Array.from({ length: AT_ONCE }, async () => {
        for (let at = 0; at < each; at += 1) await act(account);
      }),
    ),
  );
  return { alone: times, cost: (processorTime() - before) / (each * AT_ONCE * accounts.length) };
}
