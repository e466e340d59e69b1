import type { Role } from '../engine/action.ts';

/** Context windows of models: prompt and answer together, in tokens. */
export interface ContextWindows {
  /** Infinity if unknown, or more than any call needs. */
  windowOf(model: string): number;
}

export interface LiveContextWindows extends ContextWindows {
  /** Settles once the windows are known, from the operator's setting or the provider's list. */
  readonly known: Promise<void>;
  /** Updates windows from the provider's list. */
  learn(windows: ReadonlyMap<string, number>, guessed?: ReadonlySet<string>): void;
}

/** Unlimited windows: no prompt is shortened. */
export const WIDE: Readonly<Record<Role, number>> = {
  planner: Number.POSITIVE_INFINITY,
  reader: Number.POSITIVE_INFINITY,
  writer: Number.POSITIVE_INFINITY,
  checker: Number.POSITIVE_INFINITY,
  viewer: Number.POSITIVE_INFINITY,
};

/** From this size on, no prompt is shortened. */
const AMPLE = 32_768;

/**
 * The smaller of the operator's setting for all models and the provider's value for one. A server of a single
 * model often answers to any name, so its value then applies to each.
 */
export function createContextWindows(configured: number | null): LiveContextWindows {
  let listed: ReadonlyMap<string, number> = new Map();
  const { promise: known, resolve } = Promise.withResolvers<void>();
  if (configured !== null) resolve();
  const find = (model: string): number | undefined => {
    const names = [model, model.replace(/:[a-z]+$/, ''), `${model}:latest`];
    const known = names.map((name) => listed.get(name)).find((window) => window !== undefined);
    return known ?? (listed.size === 1 ? [...listed.values()][0] : undefined);
  };
  return {
    known,
    learn(windows, guessed = new Set()) {
      // The operator's setting beats a guess.
      const isKnown = (model: string): boolean => configured === null || !guessed.has(model);
      listed = new Map([...windows].filter(([model]) => isKnown(model)));
      resolve();
    },
    windowOf(model) {
      const window = Math.min(configured ?? AMPLE, find(model) ?? AMPLE);
      return window < AMPLE ? window : Number.POSITIVE_INFINITY;
    },
  };
}
