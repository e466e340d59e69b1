/**
 * What a server takes when nobody uses it: memory five minutes after a load, and processor time over two more minutes.
 * `--against <folder>` measures another checkout at the same time. Name an engine to measure it alone.
 */
import autocannon from 'autocannon';
import type { ServerProcess } from '#tests/worlds/server-process.ts';
import { addTasks, signUp } from './measure/account.ts';
import { ENGINES, type Engine, openPlace, type Place } from './measure/engines.ts';
import { memoryOf, pause, processorTimeOf, report } from './measure/figures.ts';
import { reportRatios, type Version, versions } from './measure/versions.ts';

const LOAD_SECONDS = 30;
const REST_MS = 5 * 60_000;
const IDLE_MS = 2 * 60_000;

interface Measured {
  readonly version: Version;
  readonly place: Place;
  readonly server: ServerProcess;
}

async function openLoaded(engine: Engine, version: Version): Promise<Measured> {
  const place = await openPlace(engine, version);
  const server = await place.start();
  const account = await signUp(server.url, 'few');
  await addTasks(account, 100);
  await autocannon({
    url: `${server.url}/rest/v1/tasks?select=*&order=created_at.desc&limit=100`,
    connections: 10,
    duration: LOAD_SECONDS,
    headers: { ...account.headers },
  });
  return { version, place, server };
}

async function measure(
  { version, place, server }: Measured,
  engine: Engine,
): Promise<Record<string, number>> {
  const memory = memoryOf(server.pid);
  const before = { server: processorTimeOf(server.pid), database: place.databaseTime() };
  await pause(IDLE_MS);
  const figures = {
    'memory MB': memory,
    'percent of a core': (100 * (processorTimeOf(server.pid) - before.server)) / IDLE_MS,
    'percent of a core, PostgreSQL': (100 * (place.databaseTime() - before.database)) / IDLE_MS,
  };
  const shown = Object.entries(figures).map(([name, value]) => [name, value.toFixed(2)]);
  report(`five minutes after a load, ${engine}, ${version.name}`, Object.fromEntries(shown));
  return figures;
}

const chosen = ENGINES.filter((engine) => process.argv.includes(engine));
for (const engine of chosen.length > 0 ? chosen : ENGINES) {
  const all: Measured[] = [];
  for (const version of await versions()) all.push(await openLoaded(engine, version));
  await pause(REST_MS);
  const figures = await Promise.all(all.map((one) => measure(one, engine)));
  reportRatios(`five minutes after a load, ${engine}`, figures);
  for (const { server, place } of all) {
    await server.stop();
    await place.remove();
  }
}
