import { useState } from 'react';

/** Times the width at which the page fits. */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
const FIT = STEPS.indexOf(1);

export function useZoom() {
  const [step, setStep] = useState<number>(FIT);
  const moveTo = (next: number): void => setStep(Math.max(0, Math.min(STEPS.length - 1, next)));
  return {
    factor: STEPS[step] ?? 1,
    canEnlarge: step < STEPS.length - 1,
    canReduce: step > 0,
    enlarge: () => moveTo(step + 1),
    reduce: () => moveTo(step - 1),
    fit: () => moveTo(FIT),
  };
}
