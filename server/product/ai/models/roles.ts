import type { Effort, ServedModel, TextModel } from '#server/providers/text-model/text-model.ts';

/** The role of a model in one call. */
export type ModelRole =
  | 'answer'
  | 'reasoning'
  | 'planner'
  | 'reader'
  | 'writer'
  | 'checker'
  | 'viewer'
  | 'searcher';

/** Features that a role requires. `search`: a router's tools; `images`: image parts of a message. */
export type Need = 'search' | 'images';

interface RoleWishes {
  /** If a model is known to lack one, the log names it and its tools aren't offered. */
  readonly needs: readonly Need[];
  /** In addition to temperature and schema: sent if the model takes it, dropped at the first refusal. */
  readonly likes: { readonly effort: Effort };
}

/** Each role's needs and likes, in one table. */
export const ROLES: Readonly<Record<ModelRole, RoleWishes>> = {
  answer: { needs: [], likes: { effort: 'low' } },
  reasoning: { needs: [], likes: { effort: 'high' } },
  planner: { needs: [], likes: { effort: 'medium' } },
  // Low, because it writes many notes, and each is checked word for word against its page.
  reader: { needs: [], likes: { effort: 'low' } },
  writer: { needs: [], likes: { effort: 'medium' } },
  // It compares and answers ids. Room for thinking would reserve more money than a run has left at its end.
  checker: { needs: [], likes: { effort: 'none' } },
  viewer: { needs: ['images'], likes: { effort: 'low' } },
  searcher: { needs: ['search'], likes: { effort: 'low' } },
};

/** Returns the needs that the model lacks according to its provider's list. Anything unlisted is tried. */
export function unmetNeeds(
  role: ModelRole,
  { takes, sees }: Pick<ServedModel, 'takes' | 'sees'>,
): readonly Need[] {
  const lacks: Readonly<Record<Need, boolean>> = {
    search: takes !== undefined && !takes.includes('tools'),
    images: sees === false,
  };
  return ROLES[role].needs.filter((need) => lacks[need]);
}

/** Thinking tokens, on top of the answer. Doubled after they run out once: see `ModelTraits`. */
const ROOM: Readonly<Record<Effort, number>> = { none: 0, low: 2_000, medium: 3_000, high: 8_000 };
/** Upper limit: more room would only cost more, without an answer. */
const MOST_ROOM = 32_000;

/** With a smaller context, in tokens, thinking would crowd out the input. */
const THINKING_WINDOW = 16_384;

/** Returns the effort for a role, and the thinking tokens on top of the answer. */
export function thinkingFor(
  role: ModelRole,
  {
    textModel,
    model,
    window,
    wanted = ROLES[role].likes.effort,
  }: { textModel: Pick<TextModel, 'about'>; model: string; window: number; wanted?: Effort | undefined },
): { readonly effort: Effort; readonly thinkingTokens: number } {
  const effort = window < THINKING_WINDOW ? 'none' : wanted;
  const { thinks, thinkingNeed } = textModel.about(model, effort);
  if (thinks === false) return { effort, thinkingTokens: 0 };
  return { effort, thinkingTokens: Math.min(MOST_ROOM, Math.max(ROOM[effort], thinkingNeed)) };
}

/**
 * Returns the part of the context available to the prompt and its answer, without the room for thinking. Ignores a
 * learned `thinkingNeed`, so that a resumed run is split into the same pieces as before.
 */
export function promptWindow(
  role: ModelRole,
  { textModel, model, window }: { textModel: Pick<TextModel, 'about'>; model: string; window: number },
): number {
  if (window < THINKING_WINDOW) return window;
  const { effort } = ROLES[role].likes;
  return textModel.about(model, effort).thinks === false ? window : window - ROOM[effort];
}
