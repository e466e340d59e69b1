import { useState } from 'react';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

export interface ActiveEntry {
  readonly active: PaletteEntry | undefined;
  readonly setActive: (id: string) => void;
  /** On from here, and from one end to the other. */
  readonly move: (step: 1 | -1) => void;
}

/**
 * Which entry of a palette is meant: the first, until a person moves. What was moved to stays meant while more is
 * found around it; another query begins anew.
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
