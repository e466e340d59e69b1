/** The tasks that one Undo takes back: those that were ticked one after the other, each before the time of the last ran out. */
export interface Ticked {
  /** Returns all ids that Undo would now reopen. */
  add(ids: readonly string[]): readonly string[];
  clear(): void;
}

/** `undoMs`: how long the last one can be taken back. */
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
