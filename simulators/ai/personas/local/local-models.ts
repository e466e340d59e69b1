import type { Counts, PersonaHost, Voice } from '../persona.ts';
import { profileOf } from '../profile-of.ts';
import { modelIn } from '../wire-body.ts';

/**
 * The models that one runs on one's own computer.
 *
 * - `thinking`: thinks or does not, as Qwen 3 and GLM do; a level between is none to it (Ollama's docs/capabilities/thinking.mdx,
 *   lmstudio-bug-tracker 2284: it falls back to what it does by itself).
 * - `long`: the same, and thinks long.
 * - `levels`: thinks at low, medium or high, and cannot be told not to, as gpt-oss (the same place in Ollama's documents).
 * - `plain`: does not think.
 */
const USUAL = ['thinking', 'long', 'levels', 'plain'] as const;
export type LocalModel = (typeof USUAL)[number];

/** The model by its id, with what a server has beside the usual ones. */
export function localModel<Name extends string = never>(
  body: unknown,
  host: PersonaHost,
  others: readonly Name[] = [],
): LocalModel | Name {
  return profileOf<LocalModel | Name>(host, modelIn(body), [
    'thinking',
    'long',
    'levels',
    'plain',
    ...others,
  ]);
}

/** Tokens of thinking. How much is the simulator's own figure; which effort counts, the server's. */
const HABIT = 1_500;
const LONG_HABIT = 5_000;
const LEVELS: Readonly<Record<string, number>> = { low: 400, medium: HABIT, high: 3_000 };

/** What a model thinks. `isOff`: it was told not to; `level`: the level it was asked for. */
export function thoughtOf(
  model: string,
  { isOff, level }: { readonly isOff: boolean; readonly level: string | null },
): number {
  if (model === 'plain') return 0;
  if (model === 'levels') return LEVELS[level ?? ''] ?? HABIT;
  if (isOff) return 0;
  return model === 'long' ? LONG_HABIT : HABIT;
}

export const thinksAtAll = (model: string): boolean => model !== 'plain';

/** Of a model that does not think: whatever a script thinks aloud, it has not. */
export const silence = (model: string): Partial<Voice> => (thinksAtAll(model) ? {} : { thought: () => null });

/** The three figures that each of these servers gives. */
export function bareUsage({ prompt, thinking, text }: Counts): Readonly<Record<string, number>> {
  return {
    prompt_tokens: prompt,
    completion_tokens: thinking + text,
    total_tokens: prompt + thinking + text,
  };
}
