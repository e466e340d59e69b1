import { useState } from 'react';

/** Answers with the sentence for a person that says why nothing came of it, or null. */
type Act = () => Promise<string | null>;

export interface OneAtATime {
  /** Which act is being answered. */
  readonly busy: string | null;
  readonly run: (which: string, act: Act) => void;
}

/** A press while another one is being answered would leave the first in the air. */
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
