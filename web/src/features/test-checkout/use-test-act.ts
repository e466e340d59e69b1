import { useState } from 'react';
import { logProblem } from '#web/lib/log.ts';
import { actOnTestPage } from './test-page.ts';

type Act = Parameters<typeof actOnTestPage>[1];

export interface TestAct {
  /** Act in progress. */
  readonly doing: Act | null;
  readonly hasFailed: boolean;
  readonly act: (act: Act) => void;
}

/** Performs an act and follows its redirect, as a payment provider's page would. */
export function useTestAct(ref: string): TestAct {
  const [doing, setDoing] = useState<Act | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const run = async (act: Act) => {
    setDoing(act);
    setFailed(false);
    try {
      location.assign(await actOnTestPage(ref, act));
    } catch (error) {
      logProblem('the test checkout could not be used', error);
      setFailed(true);
      setDoing(null);
    }
  };
  return { doing, hasFailed, act: (act) => void run(act) };
}
