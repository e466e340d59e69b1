import type { Counts, PersonaHost, Voice } from '../persona.ts';
import { profileOf } from '../profile-of.ts';
import { modelIn } from '../wire-body.ts';

/**
 * Models on self-hosted servers.
 *
 * - `thinking`: thinks or doesn't, like Qwen 3 and GLM; levels in between are ignored (Ollama's
 * docs/capabilities/thinking.mdx,
 * lmstudio-bug-tracker 2284: it falls back to its default).
 * - `long`: the same, and thinks long.
 * - `levels`: thinks at low, medium or high, and can't be disabled, like gpt-oss (same place in Ollama's
 * documentation).
 * - `plain`: doesn't think.
 */
const USUAL = ['thinking', 'long', 'levels', 'plain'] as const;
export type LocalModel = (typeof USUAL)[number];

/** Returns the model by its id, including those specific to a server. */
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

/** Thinking tokens. The amounts are the simulator's own; the order by effort is the server's. */
const HABIT = 1_500;
const LONG_HABIT = 5_000;
const LEVELS: Readonly<Record<string, number>> = { low: 400, medium: HABIT, high: 3_000 };

/** Returns a model's thinking tokens. `isOff`: thinking is disabled; `level`: the requested level. */
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

/** For a model that doesn't think: drops any thinking of the script. */
export const silence = (model: string): Partial<Voice> => (thinksAtAll(model) ? {} : { thought: () => null });

/** The three figures that each of these servers reports. */
export function bareUsage({ prompt, thinking, text }: Counts): Readonly<Record<string, number>> {
  return {
    prompt_tokens: prompt,
    completion_tokens: thinking + text,
    total_tokens: prompt + thinking + text,
  };
}
