import type { Counts, Voice } from './persona.ts';

/** What of a voice differs from the plain form of OpenAI's documents. */
export interface Manner extends Partial<Voice> {
  readonly thinks: number;
  readonly cap: number | null;
}

/** OpenAI's form: text in `delta.content`, thinking kept back, the reason in a chunk of its own, usage as asked for. */
export function plainVoice(manner: Manner): Voice {
  return {
    heedsSchema: true,
    reads: Number.MAX_SAFE_INTEGER,
    thought: () => null,
    text: sayText,
    finish: (reason) => ({ delta: {}, finish_reason: reason }),
    usage: plainUsage,
    ...manner,
  };
}

export const sayText = (content: string): object => ({ delta: { content }, finish_reason: null });

/** Thinking is part of what was completed, and told apart in the details. */
export function plainUsage({ prompt, thinking, text }: Counts): object {
  return {
    prompt_tokens: prompt,
    completion_tokens: thinking + text,
    total_tokens: prompt + thinking + text,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: thinking },
  };
}

/**
 * Tokens of thinking at each effort. How much a real model thinks differs from prompt to prompt; only their order is
 * theirs, the figures are the simulator's.
 */
const THINKING: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 60,
  low: 300,
  medium: 900,
  high: 2_500,
  xhigh: 5_000,
  max: 10_000,
};

export const thinkingAt = (effort: string): number => THINKING[effort] ?? 0;
