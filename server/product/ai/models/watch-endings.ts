import type { Clock } from '#server/lib/clock.ts';
import type { Log } from '#server/lib/log.ts';
import type { ServedModel } from '#server/providers/text-model/text-model.ts';
import { isServed } from './is-served.ts';

const DAY = 86_400_000;
const WARNED_BEFORE = 30 * DAY;

/** Warns of models in use that their provider will retire within thirty days, or should have retired. */
export type EndingWatch = (
  /** Models in use, with the settings that name them. */
  wanted: ReadonlyMap<string, string>,
  served: readonly ServedModel[],
) => void;

/** Warns once a day per model, however often the provider is asked. */
export function createEndingWatch(log: Log, clock: Clock): EndingWatch {
  const toldOn = new Map<string, string>();
  return (wanted, served) => {
    const now = clock.now();
    const today = dayOf(now);
    for (const [model, setting] of wanted) {
      const endsOn = served.find(({ id }) => isServed(model, [id]))?.endsOn ?? null;
      if (endsOn === null || endsOn.getTime() - now.getTime() > WARNED_BEFORE) continue;
      if (toldOn.get(model) === today) continue;
      toldOn.set(model, today);
      const what = endsOn <= now ? 'has been shut down by' : 'will soon be shut down by';
      log.warn(`an AI model ${what} the provider, set ${setting} to another`, {
        model,
        ends_on: dayOf(endsOn),
      });
    }
  };
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
