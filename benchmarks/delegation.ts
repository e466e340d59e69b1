/** How soon a provider is called after a delegation was accepted, and 500 runs in flight in one process. */
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { type Account, addTasks, signUp } from './measure/account.ts';
import { ENGINES, openPlace } from './measure/engines.ts';
import { median, memoryOf, pause, percentile, report } from './measure/figures.ts';

const SINGLE = 14;
const IN_FLIGHT = 500;
const CREDITS = 15;

async function delegate(account: Account, taskId: string): Promise<number> {
  const { error } = await account.client.functions.invoke('delegate', {
    body: { task_id: taskId, ai_task_type: 'answer' },
  });
  if (error) throw error;
  return Date.now();
}

for (const engine of ENGINES) {
  const place = await openPlace(engine);
  const simulator = await startAiSimulator();
  const ai = { AI_BASE_URL: simulator.url, AI_API_KEY: simulator.apiKey };

  const quick = await place.start({ ...ai, AI_MODEL_FAST: 'sim/fast' });
  const one = await signUp(quick.url, 'one');
  const delays: number[] = [];
  for (const taskId of await addTasks(one, SINGLE)) {
    const calls = simulator.journal.entries.length;
    const accepted = await delegate(one, taskId);
    while (simulator.journal.entries.length === calls) await pause(1);
    // The call may have been made before the acceptance reached us: then there was no wait at all.
    delays.push(Math.max(0, (simulator.journal.entries[calls]?.at.getTime() ?? Number.NaN) - accepted));
    await pause(150);
  }
  report(`accepted to provider called, ${engine}`, {
    'p50 ms': median(delays),
    'p95 ms': percentile(delays, 0.95),
  });
  await quick.stop();

  const slow = await place.start({ ...ai, AI_MODEL_FAST: 'sim/slow-60000' });
  const people = Math.ceil(IN_FLIGHT / CREDITS);
  const before = simulator.journal.entries.length;
  const started = performance.now();
  for (let person = 0; person < people; person++) {
    const account = await signUp(slow.url, `person-${person}`);
    const count = Math.min(CREDITS, IN_FLIGHT - person * CREDITS);
    await Promise.all((await addTasks(account, count)).map((taskId) => delegate(account, taskId)));
  }
  const accepted = performance.now() - started;
  while (simulator.journal.entries.length - before < IN_FLIGHT) await pause(20);
  const health = performance.now();
  await fetch(`${slow.url}/health`);
  report(`${IN_FLIGHT} runs in flight, ${engine}`, {
    'all accepted after s': accepted / 1000,
    'all called after s': (performance.now() - started) / 1000,
    'health ms': performance.now() - health,
    'memory MB': memoryOf(slow.pid),
  });
  await slow.kill();
  await simulator.close();
  await place.remove();
}
