/** From the start of the process to the first healthy answer, and memory after it. The web app must be built. */
import { ENGINES, openPlace } from './measure/engines.ts';
import { median, memoryOf, pause, report } from './measure/figures.ts';

const ROUNDS = 5;

for (const engine of ENGINES) {
  const fresh: number[] = [];
  const existing: number[] = [];
  const killed: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const place = await openPlace(engine);
    const first = await place.start();
    fresh.push(first.readyAfter);
    await first.stop();
    const second = await place.start();
    existing.push(second.readyAfter);
    // The engine's compiler works for some seconds after the start and gives its memory back.
    await pause(15_000);
    memory.push(memoryOf(second.pid));
    await second.kill();
    const third = await place.start();
    killed.push(third.readyAfter);
    await third.stop();
    await place.remove();
  }
  report(`start, ${engine}`, {
    'fresh folder ms': median(fresh),
    'existing ms': median(existing),
    'after a kill ms': median(killed),
    'memory after 15 s, MB': median(memory),
  });
}
