import type { Effort, ServedModel, TextModel } from '#server/providers/text-model/text-model.ts';

/** What a model is asked to be in one call. */
export type ModelRole = 'answer' | 'reasoning' | 'planner' | 'reader' | 'writer' | 'viewer' | 'searcher';

/** What there is no result without. `search`: a router's tools; `images`: parts of a message. */
export type Need = 'search' | 'images';

interface RoleWishes {
  /** A model that is known to lack one is named in the log, and its tools are not offered. */
  readonly needs: readonly Need[];
  /** Beside the temperature and the form of its answers: sent where the model takes it, dropped at the first refusal. */
  readonly likes: { readonly effort: Effort };
}

/** The one table of what each role needs of a model, and what it would like. */
export const ROLES: Readonly<Record<ModelRole, RoleWishes>> = {
  answer: { needs: [], likes: { effort: 'low' } },
  reasoning: { needs: [], likes: { effort: 'high' } },
  planner: { needs: [], likes: { effort: 'medium' } },
  // There are many of its notes, and each is checked word by word against its page.
  reader: { needs: [], likes: { effort: 'low' } },
  writer: { needs: [], likes: { effort: 'medium' } },
  viewer: { needs: ['images'], likes: { effort: 'low' } },
  searcher: { needs: ['search'], likes: { effort: 'low' } },
};

/** Of what a role needs, what its provider's list says that the model does not have. What it does not say is tried. */
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

/** Tokens for thinking, on top of what is written. What was not enough once is doubled: see `ModelTraits`. */
const ROOM: Readonly<Record<Effort, number>> = { none: 0, low: 2_000, medium: 3_000, high: 8_000 };
/** However much a model has thought: beyond it, more room is more cost and no answer. */
const MOST_ROOM = 32_000;

/** Below so many tokens of context, thinking would take the place of what is to be read. */
const THINKING_WINDOW = 16_384;

/** How a model is asked in a role: its effort, and the room that its thinking takes beside the answer. */
export function thinkingFor(
  role: ModelRole,
  { textModel, model, window }: { textModel: Pick<TextModel, 'about'>; model: string; window: number },
): { readonly effort: Effort; readonly thinkingTokens: number } {
  const effort = window < THINKING_WINDOW ? 'none' : ROLES[role].likes.effort;
  const { thinks, thinkingNeed } = textModel.about(model, effort);
  if (thinks === false) return { effort, thinkingTokens: 0 };
  return { effort, thinkingTokens: Math.min(MOST_ROOM, Math.max(ROOM[effort], thinkingNeed)) };
}

/**
 * What a prompt and its answer may fill of a model's context in a role: thinking needs its own part. It does not follow
 * what is learned meanwhile, or a run that is taken up again would be cut into other pieces than before.
 */
export function promptWindow(
  role: ModelRole,
  { textModel, model, window }: { textModel: Pick<TextModel, 'about'>; model: string; window: number },
): number {
  if (window < THINKING_WINDOW) return window;
  const { effort } = ROLES[role].likes;
  return textModel.about(model, effort).thinks === false ? window : window - ROOM[effort];
}
