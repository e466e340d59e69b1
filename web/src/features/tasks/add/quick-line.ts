import { create } from 'zustand';

interface QuickLine {
  readonly text: string;
  /** Recognised words that the user reverted to text, in lower case. */
  readonly plain: ReadonlySet<string>;
  /** Pasted lines, while the user is asked whether each is a task. */
  readonly lines: readonly string[];
  readonly write: (text: string) => void;
  readonly keepAsWord: (word: string) => void;
  readonly ask: (lines: readonly string[]) => void;
  readonly clear: () => void;
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Text of quick add, kept in a store to survive a sign-in. */
export const useQuickLine = create<QuickLine>((set) => ({
  text: '',
  plain: NO_WORDS,
  lines: [],
  write: (text) => set(text === '' ? { text, plain: NO_WORDS } : { text }),
  keepAsWord: (word) => set(({ plain }) => ({ plain: new Set([...plain, word]) })),
  ask: (lines) => set({ lines }),
  clear: () => set({ text: '', plain: NO_WORDS }),
}));
