/**
 * What fits into a model's context, its prompt and its answer together. All sizes are tokens, estimated on the high
 * side; a window of Infinity is one that is not known, or so large that everything fits as it is.
 */

/** The rules of a call, the frames of its parts, and what a server's template adds. */
const RULES = 800;
/** Less is no answer, however full the context is: then its server says what it thinks of it. */
const LEAST_ANSWER = 256;

/** Caps an answer at a quarter of a small context. */
export const answerRoom = (most: number, window: number): number => Math.min(most, Math.floor(window / 4));

/** Prompt tokens beside the rules, where the answer is sent back to be continued or corrected. */
export const writingRoom = (window: number, answer: number): number =>
  Math.max(0, window - 2 * answer - RULES);

/** The same where the answer is asked for once: JSON, of which the whole parts are kept where it is cut off. */
export const readingRoom = (window: number, answer: number): number => Math.max(0, window - answer - RULES);

export interface AnswerCaps {
  readonly maxTokens: number;
  readonly thinkingTokens: number;
}

/** The caps of one call as far as its prompt leaves room for them: strict servers refuse what may not fit. */
export function capsWithin(window: number, promptTokens: number, caps: AnswerCaps): AnswerCaps {
  const room = Math.max(LEAST_ANSWER, window - promptTokens);
  const maxTokens = Math.min(caps.maxTokens, room);
  return { maxTokens, thinkingTokens: Math.min(caps.thinkingTokens, room - maxTokens) };
}

/** As many as there is room for, those that come first before the others; at least one. */
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
