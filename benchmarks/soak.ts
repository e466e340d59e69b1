/**
 * Mixed use for some minutes, and what it leaves behind: the slopes of memory, sockets, open files and child processes of
 * the server, and of the size of its data folder, per hour. `node benchmarks/soak.ts [minutes] [pglite|postgres] [people]`
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { makePicture } from '#tests/fixtures/make-picture.ts';
import { type Account, PASSWORD, signUp } from './measure/account.ts';
import { type Engine, openPlace } from './measure/engines.ts';
import { childrenOf, median, memoryOf, pause, processorTimeOf, report, sizeOf } from './measure/figures.ts';
import { WATCHED, watchHeap } from './measure/watched-heap.ts';

const minutes = Number(process.argv[2] ?? 20);
const engine: Engine = process.argv[3] === 'postgres' ? 'postgres' : 'pglite';
/** Those who are there at the same time. */
const people = Number(process.argv[4] ?? 4);
/** Rounds after which somebody new comes: a person has credits for some runs only. */
const ROUNDS = 10;
/** Milliseconds between two rounds of one person. */
const BETWEEN = 1_000;
const SAMPLE_EVERY = 20_000;
/** Of all samples: until then caches fill and code is compiled. */
const WARM_UP = 0.3;

interface Sample {
  readonly hours: number;
  /** Of the process. */
  readonly memory: number;
  /** What its objects take. */
  readonly heap: number;
  readonly sockets: number;
  readonly files: number;
  readonly children: number;
  /** MB of the data folder. */
  readonly disk: number;
}

const place = await openPlace(engine);
const simulator = await startAiSimulator();
const server = await place.start({
  AI_BASE_URL: simulator.url,
  AI_API_KEY: simulator.apiKey,
  AI_MODEL_FAST: 'sim/fast',
  ...WATCHED,
});
const heap = await watchHeap(server.output());
const picture = await makePicture({ width: 1_600, height: 1_200, format: 'jpeg' });
const csv = Buffer.alloc(500_000, 'a,b,c\n');
const counts: Record<string, number> = {};
const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);

/**
 * Does it again where a busy server asks to come back or a connection was lost, as a browser does, and throws any other
 * error that the client answers.
 */
async function expectDone<T extends { error: unknown }>(
  what: string,
  work: () => PromiseLike<T>,
): Promise<T> {
  for (;;) {
    const answer = await work();
    if (!answer.error) {
      count(what);
      return answer;
    }
    const { isBusy, isCutOff } = kindOf(answer.error);
    if (!isBusy && !isCutOff) throw new Error(`${what} failed`, { cause: answer.error });
    count(isBusy ? 'asked to come back' : 'connections lost');
    await pause(1_000);
  }
}

const refusal = z.object({
  code: z.string().optional(),
  status: z.number().optional(),
  statusCode: z.string().optional(),
  message: z.string().optional(),
});

/** Too many connections, too many requests, and a statement that took too long, in the words of the data API. */
const BUSY_CODES = ['53300', 'PT429', '57014'];

function kindOf(error: unknown): { isBusy: boolean; isCutOff: boolean } {
  const { code, status, statusCode, message = '' } = refusal.safeParse(error).data ?? {};
  return {
    isBusy: BUSY_CODES.includes(code ?? '') || status === 504 || statusCode === '429',
    isCutOff: message.includes('fetch failed'),
  };
}

async function useFiles({ client, userId }: Account): Promise<void> {
  const files = client.storage.from('task-attachments');
  const nameOf = (extension: string) => `${userId}/${crypto.randomUUID()}.${extension}`;
  const [table, image] = [nameOf('csv'), nameOf('jpg')];
  await expectDone('uploads', () => files.upload(table, csv, { contentType: 'text/csv' }));
  await expectDone('uploads', () => files.upload(image, picture, { contentType: 'image/jpeg' }));
  await expectDone('downloads', () => files.download(table));
  const transform = { width: 100 + Math.floor(Math.random() * 400), height: 200 };
  await expectDone('pictures', () => files.download(image, { transform }));
  const signed = await expectDone('links', () => files.createSignedUrl(image, 60, { transform }));
  await (await fetch(signed.data?.signedUrl ?? '')).arrayBuffer();
  await expectDone('lists of files', () => files.listV2({ prefix: `${userId}/`, limit: 1 }));
  await expectDone('removals', () => files.remove([table, image]));
}

/** Listens as the web app does while a task is handed over, and hangs up. */
async function delegate({ client, userId }: Account, taskId: string | undefined): Promise<void> {
  await client.realtime.setAuth();
  const channel = client.channel(`user:${userId}`, { config: { private: true } });
  const done = Promise.withResolvers<void>();
  channel.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'ai_runs' }, ({ new: row }) => {
    if (['succeeded', 'failed'].includes(String(row['status']))) done.resolve();
  });
  const ready = Promise.withResolvers<void>();
  channel.on('system', {}, ({ status }: { status: string }) =>
    status === 'ok' ? ready.resolve() : ready.reject(new Error('the channel was refused')),
  );
  channel.subscribe();
  await ready.promise;
  const body = { task_id: taskId, ai_task_type: 'answer' };
  await expectDone('runs', () => client.functions.invoke('delegate', { body }));
  const heard = done.promise.then(() => true);
  if (!(await Promise.race([heard, pause(20_000).then(() => false)]))) count('runs that were not heard of');
  await client.removeAllChannels();
  count('sockets');
}

async function live(name: string, until: number): Promise<void> {
  for (let visit = 0; Date.now() < until; visit += 1) {
    const account = await signUp(server.url, `${name}-${visit}`);
    count('accounts');
    for (let round = 0; round < ROUNDS && Date.now() < until; round += 1) {
      const { client, email } = account;
      await expectDone('sign-ins', () => client.auth.signInWithPassword({ email, password: PASSWORD }));
      const tasks = await newTasks(account);
      await expectDone('lists', () => client.from('tasks').select('*').limit(100));
      await useFiles(account);
      await delegate(account, tasks[0]);
      await expectDone('deletions', () => client.from('tasks').delete().in('id', tasks.slice(1)));
      await pause(BETWEEN);
    }
    await expectDone('sign-outs', () => account.client.auth.signOut());
  }
}

async function newTasks({ client, userId }: Account): Promise<string[]> {
  const rows = Array.from({ length: 5 }, (_task, at) => ({
    user_id: userId,
    title: `Task ${at}`,
    category: 'work',
    priority: 'medium',
    timeframe: 'today',
  }));
  const { data } = await expectDone('inserts', () => client.from('tasks').insert(rows).select('id'));
  return (data ?? []).map(({ id }) => z.string().parse(id));
}

async function sample(started: number): Promise<Sample> {
  const used = await heap.used();
  const folder = `/proc/${server.pid}/fd`;
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return '';
    }
  });
  const sockets = links.filter((link) => link.startsWith('socket:')).length;
  return {
    hours: (Date.now() - started) / 3_600_000,
    memory: memoryOf(server.pid),
    heap: used,
    sockets,
    files: links.length - sockets,
    children: childrenOf(server.pid).length,
    disk: sizeOf(server.dataDir),
  };
}

/** The slope of the straight line that lies nearest to all samples. */
function slope(samples: readonly Sample[], of: Exclude<keyof Sample, 'hours'>): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ hours }) => hours)), mean(samples.map((one) => one[of]))];
  const across = samples.map((one) => (one.hours - x) * (one[of] - y));
  const along = samples.map(({ hours }) => (hours - x) ** 2);
  return mean(across) / mean(along);
}

const started = Date.now();
const samples: Sample[] = [];
async function watch(until: number): Promise<void> {
  while (Date.now() < until) {
    await pause(SAMPLE_EVERY);
    const one = await sample(started);
    samples.push(one);
    if (samples.length % 3 !== 0) continue;
    report(`minute ${(one.hours * 60).toFixed(0)}`, {
      'memory MB': one.memory,
      'objects MB': one.heap,
      sockets: one.sockets,
      files: one.files,
      children: one.children,
      'disk MB': one.disk,
    });
  }
}

const end = started + minutes * 60_000;
const lives = Array.from({ length: people }, (_person, at) => live(`person-${at}`, end));
await Promise.all([watch(end), ...lives]);
report('done', counts);
report('the server', { 'processor s': processorTimeOf(server.pid) / 1000 });
const counted = samples.slice(Math.floor(samples.length * WARM_UP));
report(`after ${minutes} minutes of mixed use, ${engine}`, {
  'memory MB, median': median(counted.map(({ memory }) => memory)),
  'MB an hour': slope(counted, 'memory'),
  'MB of objects an hour': slope(counted, 'heap'),
  'sockets an hour': slope(counted, 'sockets'),
  'open files an hour': slope(counted, 'files'),
  'child processes an hour': slope(counted, 'children'),
  'MB of disk an hour': slope(counted, 'disk'),
});
await pause(70_000);
const rest = await sample(started);
report('at rest', {
  'memory MB': rest.memory,
  'objects MB': rest.heap,
  sockets: rest.sockets,
  files: rest.files,
  children: rest.children,
  'disk MB': rest.disk,
});
const errors = server
  .output()
  .split('\n')
  .filter((line) => line.includes('"error"')).length;
report('lines about errors', { count: errors });
if (errors > 0) console.log(server.output().slice(-4_000));
heap.close();
await server.stop();
await simulator.close();
await place.remove();
