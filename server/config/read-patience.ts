import { MOST_MS, type Patience } from '#server/providers/text-model/patience.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** How long a model's silence is waited out, as far as the operator says it; what is left out follows from the address. */
export function readPatience(env: EnvironmentReader): Partial<Patience> {
  const seconds = (name: string): number => env.integer(name, 0, { min: 1, max: MOST_MS / 1000 });
  const first = seconds('AI_FIRST_SIGN_SECONDS');
  const silence = seconds('AI_SILENCE_SECONDS');
  return {
    ...(first > 0 && { firstSignMs: first * 1000 }),
    ...(silence > 0 && { silenceMs: silence * 1000 }),
  };
}
