import type { Counts, Voice } from './persona.ts';

/** Differences from the form documented by OpenAI. */
export interface Manner extends Partial<Voice> {
  readonly thinks: number;
  readonly cap: number | null;
}

/**
 * OpenAI's form: text in `delta.content`, hidden thinking, the finish reason in a chunk of its own, usage on request.
 */
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

/** Thinking is part of the completion tokens, and listed in the details. */
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
 * Thinking tokens per effort. How much a real model thinks depends on the prompt; only the order is real, the figures
 * are the simulator's.
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
