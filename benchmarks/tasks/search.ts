/**
 * A search over 50,000 tasks over HTTP as their owner, one after the other: as somebody types. Its processor time, of the
 * server and PostgreSQL, says more than its duration on a machine that others use. Name an engine to measure it alone;
 * `--against <folder>` measures another checkout by turns.
 */
import { type Account, addTasks, signUp } from '../measure/account.ts';
import { ENGINES, type Engine, openPlace } from '../measure/engines.ts';
import { pause, percentile, processorTimeOf, report } from '../measure/figures.ts';
import { reportRatios, type Version, versions } from '../measure/versions.ts';

const ROUNDS = 50;
/** Fewer at once than a busy machine has time for within the limit of a statement. */
const AT_ONCE = 250;
const ATTEMPTS = 8;
/** Words of the titles that `addTasks` makes: one of few, the beginning of all, one of none. */
const QUERIES = { 'a word of 200 tasks': 'part 77', 'a word of all': 'insur', 'a word of none': 'platypus' };

/** Pauses where a busy machine has no time within the limit of a statement: only what is measured must keep it. */
async function addPatiently(account: Account): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await addTasks(account, AT_ONCE);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(1_000 * attempt);
    }
  }
}

async function measure({ client }: Account, query: string): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await client.rpc('search', { query }).throwOnError();
    samples.push(performance.now() - start);
  }
  return samples;
}

async function openFilled(engine: Engine, version: Version) {
  const place = await openPlace(engine, version);
  const server = await place.start();
  const account = await signUp(server.url, 'many');
  for (let added = 0; added < 50_000; added += AT_ONCE) await addPatiently(account);
  await measure(account, 'compare');
  return { version, place, server, account };
}

const chosen = ENGINES.filter((engine) => process.argv.includes(engine));
const compared = await versions();
for (const engine of chosen.length > 0 ? chosen : ENGINES) {
  const all: Awaited<ReturnType<typeof openFilled>>[] = [];
  for (const version of compared) all.push(await openFilled(engine, version));
  for (const [what, query] of Object.entries(QUERIES)) {
    const figures: Record<string, number>[] = [];
    for (const { version, place, server, account } of all) {
      const work = () => processorTimeOf(server.pid) + place.databaseTime();
      const before = work();
      const samples = await measure(account, query);
      const its = {
        'p50 ms': percentile(samples, 0.5),
        'p99 ms': percentile(samples, 0.99),
        'of processor time ms': (work() - before) / ROUNDS,
      };
      report(`search 50,000 tasks, ${what}, ${engine}, ${version.name}`, its);
      figures.push(its);
    }
    reportRatios(`search 50,000 tasks, ${what}, ${engine}`, figures);
  }
  for (const { server, place } of all) {
    await server.stop();
    await place.remove();
  }
}
