import type { Marks } from '../model-memory.ts';

/**
 * Thoughts that a server leaves in the text: a block at its beginning. The marks are those of the models' own
 * templates: `<think>` (Qwen, DeepSeek, GLM), `<thinking>`, `<thought>` (Gemma), `[THINK]` (Magistral).
 */
const OPENING = /^\s*(?:<(think|thinking|thought)>|\[(THINK)\])/;
const OPENINGS = ['<think>', '<thinking>', '<thought>', '[THINK]'];
const CLOSING = /<\/(?:think|thinking|thought)>|\[\/THINK\]/;
/** A closing mark in the middle of what was taken for the answer counts on a line of its own only: texts speak of marks. */
const CLOSING_LINE = /(?:^|\n)[ \t]*(?:<\/(?:think|thinking|thought)>|\[\/THINK\])[ \t]*(?=\n)/;
/** Nobody thinks so long: whatever it is, it is given on, to whoever limits it. */
const MOST_HELD = 1024 * 1024;
/** As long as the longest mark, with the line break before and after it. */
const TAIL = 14;

export interface ThinkFilter {
  /** Takes a piece of what came, whatever the cut, and gives what of it is text. */
  push(piece: string): string;
  /** The rest at the end of the stream. `isCut`: it ended at its cap. */
  end(isCut: boolean): string;
  readonly thought: boolean;
  /** What the marks of this answer were. */
  readonly marks: Marks | null;
}

export interface ThinkFilterOptions {
  /**
   * Keeps everything back until a closing mark or the end: the model is known to leave the opening mark out, or nobody
   * knows whether it does.
   */
  readonly holds: boolean;
  /** What was held back and broke off at the cap without a mark was thinking, not a text. */
  readonly isThoughtWhenCut: boolean;
  /** All that was given so far was thinking. */
  readonly onVoid: () => void;
}

/** Takes leading think blocks out of a text while it streams. */
export function createThinkFilter({ holds, isThoughtWhenCut, onVoid }: ThinkFilterOptions): ThinkFilter {
  /** `start`: nothing but white space or the beginning of a mark. */
  let state: 'start' | 'thinking' | 'held' | 'text' = 'start';
  let begun = '';
  /** What is held back, in pieces: joined once, so that a long text stays linear work. */
  let held: string[] = [];
  let heldLength = 0;
  /** The end of what was looked through: a mark may be cut in two. */
  let tail = '';
  let thought = false;
  let marks: Marks | null = null;

  function push(piece: string): string {
    switch (state) {
      case 'start':
        return starting(piece);
      case 'text':
        return passing(piece);
      case 'thinking':
      case 'held':
        return waiting(piece);
    }
  }

  function starting(piece: string): string {
    begun += piece;
    if (!OPENING.test(begun) && mayOpen(begun)) return '';
    const all = thought ? begun.trimStart() : begun;
    begun = '';
    tail = '';
    if (!OPENING.test(all)) {
      state = holds && !thought ? 'held' : 'text';
      return push(all);
    }
    state = 'thinking';
    thought = true;
    marks = 'none';
    return waiting(all);
  }

  /** Thinking, or what may be: nothing of it is shown before a closing mark. */
  function waiting(piece: string): string {
    const seen = tail + piece;
    const closing = CLOSING.exec(seen);
    if (closing) {
      if (state === 'held') marks = 'closing';
      return startAgain(seen.slice(closing.index + closing[0].length));
    }
    tail = seen.slice(-TAIL);
    if (state === 'thinking') return '';
    held.push(piece);
    heldLength += piece.length;
    return heldLength > MOST_HELD ? release() : '';
  }

  /** After a block: another may follow, and white space before the text is none of it. */
  function startAgain(rest: string): string {
    thought = true;
    state = 'start';
    held = [];
    return starting(rest);
  }

  function release(): string {
    state = 'text';
    const all = held.join('');
    held = [];
    return all;
  }

  /** Text on its way out. A closing mark that turns up here says that it was none. */
  function passing(piece: string): string {
    const seen = tail + piece;
    const closing = thought ? null : CLOSING_LINE.exec(seen);
    tail = seen.slice(-2 * TAIL);
    if (!closing) return piece;
    onVoid();
    marks = 'closing';
    return startAgain(seen.slice(closing.index + closing[0].length));
  }

  return {
    push,
    end(isCut) {
      if (state === 'start') return thought ? begun.trimStart() : begun;
      if (state !== 'held') return '';
      const isThought = isCut && isThoughtWhenCut;
      thought = isThought;
      marks = isThought ? 'unsure' : 'none';
      return isThought ? '' : release();
    },
    get thought() {
      return thought;
    },
    get marks() {
      return marks;
    },
  };
}

/** Whether what came so far could still become an opening mark. */
function mayOpen(text: string): boolean {
  const begun = text.trimStart();
  return OPENINGS.some((mark) => mark.startsWith(begun));
}
