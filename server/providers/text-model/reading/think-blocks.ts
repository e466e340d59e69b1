import type { Marks } from '../model-memory.ts';

/**
 * Matches thinking that a server leaves in the text, as a block at the start. The tags are from the models' templates:
 * `<think>` (Qwen, DeepSeek, GLM), `<thinking>`, `<thought>` (Gemma), `[THINK]` (Magistral).
 */
const OPENING = /^\s*(?:<(think|thinking|thought)>|\[(THINK)\])/;
const OPENINGS = ['<think>', '<thinking>', '<thought>', '[THINK]'];
const CLOSING = /<\/(?:think|thinking|thought)>|\[\/THINK\]/;
/** In the middle of an answer, a closing tag counts only on its own line, because text may mention tags. */
const CLOSING_LINE = /(?:^|\n)[ \t]*(?:<\/(?:think|thinking|thought)>|\[\/THINK\])[ \t]*(?=\n)/;
/** Longer than any thinking: beyond it, releases the text, and the caller limits it. */
const MOST_HELD = 1024 * 1024;
/** Length of the longest tag, with the line breaks around it. */
const TAIL = 14;

export interface ThinkFilter {
  /** Takes the next piece, cut anywhere, and returns the text that's ready. */
  push(piece: string): string;
  /** Returns the rest at the end of the stream. `isCut`: the answer hit its cap. */
  end(isCut: boolean): string;
  readonly thought: boolean;
  /** Tags found in this answer; null if undetermined. */
  readonly marks: Marks | null;
}

export interface ThinkFilterOptions {
  /**
   * Holds everything back until a closing tag or the end, because the model omits the opening tag, or may do so.
   */
  readonly holds: boolean;
  /** True if held text that hit the cap without a tag counts as thinking. */
  readonly isThoughtWhenCut: boolean;
  /** Called when all text returned so far turns out to be thinking. */
  readonly onVoid: () => void;
}

/** Strips leading think blocks from a text while it streams. */
export function createThinkFilter({ holds, isThoughtWhenCut, onVoid }: ThinkFilterOptions): ThinkFilter {
  /** `start`: only white space or the start of a tag so far. */
  let state: 'start' | 'thinking' | 'held' | 'text' = 'start';
  let begun = '';
  let blank: string[] = [];
  /** Held pieces, joined once, so that a long text takes linear time. */
  let held: string[] = [];
  let heldLength = 0;
  /** The end of the text already searched, because a tag may be split. */
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
    // White space before the first letter is kept apart: some models send it without end.
    const letters = begun === '' ? piece.trimStart() : piece;
    blank.push(piece.slice(0, piece.length - letters.length));
    if (letters === '') return '';
    begun += letters;
    if (!OPENING.test(begun) && mayOpen(begun)) return '';
    const all = thought ? begun : blank.join('') + begun;
    const isOpening = OPENING.test(begun);
    begun = '';
    blank = [];
    tail = '';
    if (!isOpening) {
      state = holds && !thought ? 'held' : 'text';
      return push(all);
    }
    state = 'thinking';
    thought = true;
    marks = 'none';
    return waiting(all);
  }

  /** Handles thinking, or what may be thinking: shows nothing before a closing tag. */
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

  /** Starts over after a block: another may follow, and leading white space is dropped. */
  function startAgain(rest: string): string {
    thought = true;
    state = 'start';
    held = [];
    blank = [];
    return starting(rest);
  }

  function release(): string {
    state = 'text';
    const all = held.join('');
    held = [];
    return all;
  }

  /** Passes text through. A closing tag here means that the text so far was thinking. */
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
      if (state === 'start') return thought ? begun : blank.join('') + begun;
      if (state !== 'held') return '';
      const isThought = isCut && isThoughtWhenCut;
      thought = isThought;
      // A truncated answer says nothing about tags.
      if (!isCut) marks = 'none';
      else if (isThought) marks = 'unsure';
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

/** True if the text so far could still become an opening tag. */
function mayOpen(text: string): boolean {
  const begun = text.trimStart();
  return OPENINGS.some((mark) => mark.startsWith(begun));
}
