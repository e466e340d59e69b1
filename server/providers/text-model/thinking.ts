import type { Effort } from './text-model.ts';

/** The field by which a server is told how long a model may think before it writes. */
export type ThinkingField = 'reasoning' | 'reasoning_effort' | 'chat_template_kwargs' | 'thinking';

/** How much each word for an effort asks for. `default` is Groq's word for models that only think or do not (Qwen 3). */
const MEASURE = { none: 0, minimal: 1, low: 2, medium: 3, default: 4, high: 4, xhigh: 5, max: 6 } as const;
export type EffortWord = keyof typeof MEASURE;
const WORDS = Object.keys(MEASURE).filter((word): word is EffortWord => word in MEASURE);

/** Anthropic's least budget; its documents ask for at least so many tokens. */
const LEAST_BUDGET = 1_024;

/**
 * The fields that ask for an effort.
 *
 * - `reasoning`: OpenRouter, which translates it for each model.
 * - `reasoning_effort`: OpenAI, Azure, Gemini, Mistral, Groq, Ollama, LM Studio.
 * - `chat_template_kwargs`: llama.cpp and vLLM hand them to the model's template: `enable_thinking` for those that
 *   think or do not (Qwen, GLM), `reasoning_effort` for those that take a measure (gpt-oss).
 * - `thinking`: Anthropic, which ignores `reasoning_effort`; it thinks only where it is told to.
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

/** The word that a server takes which is nearest to the effort that is wished for; of two, the one that thinks less. */
function nearestWord(effort: Effort, words: readonly EffortWord[] | null): EffortWord {
  if (words === null || words.length === 0) return effort;
  const distance = (word: EffortWord): number => Math.abs(MEASURE[word] - MEASURE[effort]);
  return words
    .toSorted((a, b) => MEASURE[a] - MEASURE[b])
    .reduce((best, word) => (distance(word) < distance(best) ? word : best));
}

/**
 * The efforts that a refusal says it would take: servers name them ("Supported values are: 'low', 'medium', and
 * 'high'", "must be one of `none` or `default`"). Null where it names none beside the one that was sent.
 */
export function wordsNamed(message: string, sent: unknown): readonly EffortWord[] | null {
  const quoted = WORDS.filter((word) => word !== sent && new RegExp(`['"\`]${word}['"\`]`).test(message));
  return quoted.length > 0 ? quoted : null;
}
