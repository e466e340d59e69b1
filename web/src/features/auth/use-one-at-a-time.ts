import { useState } from 'react';

/** Resolves to an error message, or null on success. */
type Act = () => Promise<string | null>;

export interface OneAtATime {
  /** Act in progress. */
  readonly busy: string | null;
  readonly run: (which: string, act: Act) => void;
}

/** Runs one act at a time and ignores presses while one is in progress. */
export function useOneAtATime(onFailed: (sentence: string | null) => void): OneAtATime {
  const [busy, setBusy] = useState<string | null>(null);
  const run = (which: string, act: Act) => {
    if (busy !== null) return;
    setBusy(which);
    onFailed(null);
    void act().then((sentence) => {
      setBusy(null);
      onFailed(sentence);
    });
  };
  return { busy, run };
}
