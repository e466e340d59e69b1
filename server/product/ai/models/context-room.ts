/**
 * Budgets for a model's context, prompt and answer together. All sizes are tokens, estimated on the high side;
 * a window of Infinity is unknown, or large enough for everything.
 */

/** The rules of a call with their examples, delimiters, and a server's chat template. */
export const RULES = 1_000;
/** Minimum for an answer, even in a full context; the server then decides. */
const LEAST_ANSWER = 256;

/** Caps an answer at a quarter of a small context. */
export const answerRoom = (most: number, window: number): number => Math.min(most, Math.floor(window / 4));

/** Prompt tokens besides the rules, if the answer is sent back to be continued or corrected. */
export const writingRoom = (window: number, answer: number): number =>
  Math.max(0, window - 2 * answer - RULES);

/** Likewise if the answer is requested once: JSON, whose complete parts are kept if truncated. */
export const readingRoom = (window: number, answer: number): number => Math.max(0, window - answer - RULES);

export interface AnswerCaps {
  readonly maxTokens: number;
  readonly thinkingTokens: number;
}

/** Caps of a call within the room that its prompt leaves: strict servers reject what may not fit. */
export function capsWithin(window: number, promptTokens: number, caps: AnswerCaps): AnswerCaps {
  const room = Math.max(LEAST_ANSWER, window - promptTokens);
  const maxTokens = Math.min(caps.maxTokens, room);
  return { maxTokens, thinkingTokens: Math.min(caps.thinkingTokens, room - maxTokens) };
}

/** As many items as fit, first ones first; at least one. */
export function fitting<Item>(
  items: readonly Item[],
  tokensOf: (item: Item) => number,
  room: number,
): readonly Item[] {
  if (room === Number.POSITIVE_INFINITY) return items;
  let left = room;
  const chosen = items.filter((item, at) => {
    const tokens = tokensOf(item);
    if (at > 0 && tokens > left) return false;
    left -= tokens;
    return true;
  });
  return chosen;
}
