/**
 * What a run takes beyond the provider's own time while 200 others are at work, and how soon the first words of an
 * answer stand on the screen. Provider, clients and clock are in this one process, so that what is subtracted is known.
 */
import { startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { ENGINES, openPlace } from './measure/engines.ts';
import { median, percentile, report } from './measure/figures.ts';
import { createPacedModel, type PacedModel } from './measure/paced-model.ts';
import { keepInFlight, type SeenRun } from './measure/run-load.ts';
import { reportScreen } from './measure/screen.ts';

const PIECES = 200;
/** Milliseconds between two pieces: a model that writes some forty words in a second. */
const APART = 100;
const LOAD = { inFlight: 200, counted: 200, lasts: PIECES * APART + 600, pieces: PIECES } as const;

/** Milliseconds of one run, by what they were spent on. */
function overheadOf({ pressed, accepted, firstText, call, done }: SeenRun, { calls }: PacedModel) {
  const times = calls.get(call);
  const [first] = times?.sent ?? [];
  if (!times || times.ended === null || first === undefined) throw new Error(`no call ${call}`);
  // A call may be made before the acceptance has reached us: then there was no wait at all.
  const before = Math.max(0, times.asked - accepted);
  const after = done - times.ended;
  const provider = times.ended - times.asked;
  return {
    'accepted to provider asked': before,
    "provider's end to the run's end told": after,
    "a run beyond the provider's time": before + after,
    'the same from the press of the button': done - pressed - provider,
    'a first piece sent to its message heard': firstText - first,
  };
}

function reportOverhead(seen: readonly SeenRun[], paced: PacedModel, engine: string): void {
  const all = seen.map((run) => Object.entries(overheadOf(run, paced)));
  for (const [at, [what]] of (all[0] ?? []).entries()) {
    const samples = all.map((run) => run[at]?.[1] ?? Number.NaN);
    report(`${LOAD.inFlight} runs in flight, ${what}, ${engine}`, {
      'p50 ms': median(samples),
      'p95 ms': percentile(samples, 0.95),
    });
  }
}

for (const engine of ENGINES) {
  const place = await openPlace(engine);
  const paced = createPacedModel();
  const simulator = await startAiSimulator({ scripts: [paced.script] });
  const ai = { AI_BASE_URL: simulator.url, AI_API_KEY: simulator.apiKey };

  const quiet = await place.start({ ...ai, AI_MODEL_FAST: 'sim/paced-20-100' });
  await reportScreen(quiet, paced, engine);
  await quiet.stop();

  const busy = await place.start({ ...ai, AI_MODEL_FAST: `sim/paced-${PIECES}-${APART}` });
  reportOverhead(await keepInFlight(busy, LOAD), paced, engine);
  await busy.kill();
  await simulator.close();
  await place.remove();
}
