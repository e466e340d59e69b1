import { createContext, useCallback, useEffect, useRef, useState } from 'react';

/** What somebody pressed to open it. */
type Opener = Pick<HTMLElement, 'focus'>;

/** Opens the page, slide or section that a citation names. `opener`: gets the focus back. */
type OpenPage = (number: number, opener: Opener) => void;

/** Null where no answer with a file is read: a citation leads to its source in the receipt then. */
export const CitedPage = createContext<OpenPage | null>(null);

/** A part of a file that somebody asked for; another one each time it's asked for. */
export interface Cited {
  readonly number: number;
  readonly opener: Opener;
}

/** Which part of a file that a run's answer cites is open, if any. */
export function useCitedPage(runId: string) {
  const [last, setLast] = useState<(Cited & { readonly runId: string }) | null>(null);
  // Another version of the answer cites others.
  const cited = last?.runId === runId ? last : null;
  const opener = useRef<Opener>(null);
  const open: OpenPage = useCallback((number, from) => setLast({ number, opener: from, runId }), [runId]);
  const close = useCallback(() => setLast(null), []);
  useEffect(() => {
    // Not before: an answer that the page lies over can't be focused.
    if (cited === null) opener.current?.focus();
    opener.current = cited?.opener ?? null;
  }, [cited]);
  return { cited, open, close };
}
