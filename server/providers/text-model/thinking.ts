import type { Effort } from './text-model.ts';

/** The field that tells a server how long a model may think before it writes. */
export type ThinkingField = 'reasoning' | 'reasoning_effort' | 'chat_template_kwargs' | 'thinking';

/** Ranks the effort values. `default` is Groq's value for models that can only switch thinking on or off (Qwen 3). */
const MEASURE = { none: 0, minimal: 1, low: 2, medium: 3, default: 4, high: 4, xhigh: 5, max: 6 } as const;
export type EffortWord = keyof typeof MEASURE;
const WORDS = Object.keys(MEASURE).filter((word): word is EffortWord => word in MEASURE);

/** Anthropic's documented minimum budget, in tokens. */
const LEAST_BUDGET = 1_024;

/**
 * Builds the fields that request an effort.
 *
 * - `reasoning`: OpenRouter, which translates it for each model.
 * - `reasoning_effort`: OpenAI, Azure, Gemini, Mistral, Groq, Ollama, LM Studio.
 * - `chat_template_kwargs`: llama.cpp and vLLM pass them to the model's template: `enable_thinking` for models that can
 *   only switch thinking on or off (Qwen, GLM), `reasoning_effort` for models with levels (gpt-oss).
 * - `thinking`: Anthropic, which ignores `reasoning_effort` and thinks only on request.
 */
export function thinkingFields(
  field: ThinkingField,
  effort: Effort,
  { words, tokens }: { words: readonly EffortWord[] | null; tokens: number },
): Record<string, unknown> {
  const word = nearestWord(effort, words);
  switch (field) {
    case 'reasoning':
      return { reasoning: { effort: word } };
    case 'reasoning_effort':
      return { reasoning_effort: word };
    case 'chat_template_kwargs': {
      const thinks = effort === 'medium' || effort === 'high';
      return {
        chat_template_kwargs: { enable_thinking: thinks, ...(thinks && { reasoning_effort: effort }) },
      };
    }
    case 'thinking':
      return effort === 'high'
        ? { thinking: { type: 'enabled', budget_tokens: Math.max(LEAST_BUDGET, tokens) } }
        : {};
  }
}

/** Returns the accepted value nearest to the requested effort; of two equally near, the lower. */
function nearestWord(effort: Effort, words: readonly EffortWord[] | null): EffortWord {
  if (words === null || words.length === 0) return effort;
  const distance = (word: EffortWord): number => Math.abs(MEASURE[word] - MEASURE[effort]);
  return words
    .toSorted((a, b) => MEASURE[a] - MEASURE[b])
    .reduce((best, word) => (distance(word) < distance(best) ? word : best));
}

/**
 * Reads the accepted efforts from a refusal, such as "Supported values are: 'low', 'medium', and 'high'" or "must be
 * one of `none` or `default`". Null if it names none other than the one sent.
 */
export function wordsNamed(message: string, sent: unknown): readonly EffortWord[] | null {
  const quoted = WORDS.filter((word) => word !== sent && new RegExp(`['"\`]${word}['"\`]`).test(message));
  return quoted.length > 0 ? quoted : null;
}
