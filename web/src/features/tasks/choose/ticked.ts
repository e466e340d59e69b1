/** Tasks that one Undo reopens: those ticked in a row, each before the previous one's time to undo ran out. */
export interface Ticked {
  /** Returns all ids that Undo would now reopen. */
  add(ids: readonly string[]): readonly string[];
  clear(): void;
}

/** `undoMs`: time to undo after the last tick. */
export function createTicked(undoMs: number): Ticked {
  let ticked = new Set<string>();
  let last = 0;
  return {
    add(ids) {
      const now = Date.now();
      ticked = new Set(now - last < undoMs ? [...ticked, ...ids] : ids);
      last = now;
      return [...ticked];
    },
    clear() {
      ticked = new Set();
    },
  };
}
