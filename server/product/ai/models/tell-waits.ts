import type { RunStep, WaitedFor } from '#domain/run/run-steps.ts';

/** Milliseconds of silence before the trail says what it waits for. */
const QUIET_MS = 5_000;

/** Waits shown per call: a model that pauses after every word must not fill the trail. */
const MOST_TOLD = 4;

/** Reports a slow call: what is awaited and, for text, when it arrives. */
export function tellWaits(what: Exclude<WaitedFor, 'more_words'>, tell: (step: RunStep) => void) {
  let since = performance.now();
  let hasBegun = false;
  let isTold = false;
  let told = 0;
  const timer = setTimeout(() => {
    isTold = true;
    told += 1;
    tell({
      key: 'awaits',
      params: { what: hasBegun ? 'more_words' : what, seconds: secondsSince(since) },
    });
  }, QUIET_MS);
  return {
    /** Call when words arrive. */
    heard(): void {
      if (isTold) tell({ key: 'words_came', params: { seconds: secondsSince(since) } });
      isTold = false;
      hasBegun = true;
      since = performance.now();
      if (told < MOST_TOLD) timer.refresh();
      else clearTimeout(timer);
    },
    over: (): void => clearTimeout(timer),
  };
}

const secondsSince = (moment: number): number => Math.round((performance.now() - moment) / 1000);
