/**
 * Processor time of a search over 50,000 tasks in PGlite alone, without server and HTTP: one statement after the other.
 * `--against <folder>` takes the migrations of another checkout, on the same engine. Fills each database in a minute.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { calibrate } from '../measure/calibrate.ts';
import { median, report } from '../measure/figures.ts';
import { reportRatios, type Version, versions } from '../measure/versions.ts';

const OWNER = '11111111-1111-4111-8111-111111111111';
const CLAIMS = JSON.stringify({ role: 'authenticated', sub: OWNER });
/** The first ones of a statement are slower until the engine's code is optimised. */
const ROUNDS = { warmUp: 15, measured: 31 };
const QUERIES = { 'a word of all': 'insur', 'a word of 200 tasks': 'part 77', 'a word of none': 'platypus' };

async function openFilled({ root }: Version): Promise<PGlite> {
  const engine = await PGlite.create();
  for (const folder of ['platform', 'product'].map((name) => join(root, 'database', name))) {
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    for (const file of files.toSorted()) {
      await engine.exec(`begin; ${readFileSync(join(folder, file), 'utf8')}; commit`);
    }
  }
  await engine.exec(`
    insert into auth.users (id, email, created_at, updated_at) values ('${OWNER}', 'a@example.org', now(), now());
    insert into public.tasks (user_id, title, category, priority, timeframe, created_at)
    select '${OWNER}', 'Compare the home contents insurance of three providers, part ' || (nth % 250), 'work', 'medium',
      'today', now() - nth * interval '1 second'
    from generate_series(1, 50000) nth`);
  await engine.exec('vacuum analyze');
  await engine.exec(`set role authenticated; select set_config('request.jwt.claims', '${CLAIMS}', false)`);
  return engine;
}

async function measure(engine: PGlite, query: string): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS.warmUp + ROUNDS.measured; round += 1) {
    const before = process.threadCpuUsage();
    await engine.query('select * from public.search($1)', [query]);
    const { user, system } = process.threadCpuUsage(before);
    samples.push((user + system) / 1000);
  }
  return median(samples.slice(ROUNDS.warmUp));
}

await calibrate();
const engines: [Version, PGlite][] = [];
for (const version of await versions()) engines.push([version, await openFilled(version)]);
for (const [what, query] of Object.entries(QUERIES)) {
  const figures: Record<string, number>[] = [];
  for (const [version, engine] of engines) {
    const its = { 'processor time ms': await measure(engine, query) };
    report(`search 50,000 tasks in PGlite, ${what}, ${version.name}`, its);
    figures.push(its);
  }
  reportRatios(`search 50,000 tasks in PGlite, ${what}`, figures);
}
for (const [, engine] of engines) await engine.close();
