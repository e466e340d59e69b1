/**
 * From the start of the process to the first healthy answer, its processor time, and memory after it. The web app must
 * be built. `--against <folder>` measures another checkout by turns.
 */
import { ENGINES, type Engine, openPlace } from './measure/engines.ts';
import { median, memoryOf, pause, processorTimeOf, report } from './measure/figures.ts';
import { reportRatios, type Version, versions } from './measure/versions.ts';

const ROUNDS = 5;

type Samples = Record<string, number[]>;

async function startThrice(engine: Engine, version: Version, samples: Samples): Promise<void> {
  const note = (what: string, value: number): void => void (samples[what] ??= []).push(value);
  const place = await openPlace(engine, version);
  const start = async (what: string) => {
    const server = await place.start();
    note(`${what} ms`, server.readyAfter);
    note(`${what}, of processor time`, processorTimeOf(server.pid));
    return server;
  };
  await (await start('fresh folder')).stop();
  const second = await start('existing');
  // The engine's compiler works for some seconds after the start and gives its memory back.
  await pause(15_000);
  note('memory after 15 s, MB', memoryOf(second.pid));
  await second.kill();
  await (await start('after a kill')).stop();
  await place.remove();
}

const compared = await versions();
for (const engine of ENGINES) {
  const samples = new Map<Version, Samples>(compared.map((version) => [version, {}]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [version, its] of samples) await startThrice(engine, version, its);
  }
  const figures = [...samples].map(([version, its]) => {
    const medians = Object.fromEntries(Object.entries(its).map(([what, values]) => [what, median(values)]));
    report(`start of ${version.name}, ${engine}`, medians);
    return medians;
  });
  reportRatios(`start, ${engine}`, figures);
}
