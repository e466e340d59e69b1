import { useState } from 'react';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

export interface ActiveEntry {
  readonly active: PaletteEntry | undefined;
  readonly setActive: (id: string) => void;
  /** Moves to the next or previous entry, wrapping around. */
  readonly move: (step: 1 | -1) => void;
}

/**
 * The active entry of a palette: the first, until the user moves. Then it stays active while results are added
 * around it; a new query resets it.
 */
export function useActiveEntry(groups: readonly PaletteGroup[], query: string): ActiveEntry {
  const [chosen, setChosen] = useState({ query, id: '' });
  const entries = groups.flatMap((group) => group.entries);
  const found = chosen.query === query ? entries.findIndex(({ id }) => id === chosen.id) : -1;
  const at = Math.max(found, 0);
  const choose = (id: string) => setChosen({ query, id });
  return {
    active: entries[at],
    setActive: choose,
    move(step) {
      const next = entries.at((at + step) % entries.length);
      if (next) choose(next.id);
    },
  };
}
