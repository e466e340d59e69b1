import { z } from 'zod';
import type { ServerKind } from './server-kind.ts';
import type { EffortWord, ThinkingField } from './thinking.ts';

/** `allow` lets a router choose providers that store or train on prompts. */
export type DataCollection = 'deny' | 'allow';

const effortWord = z.custom<EffortWord>((value) => typeof value === 'string');
const thinkingField = z.custom<ThinkingField>((value) => typeof value === 'string');

/**
 * The optional fields that a server accepts for one model, and their form. All are preferences: sent until the server
 * rejects them, then dropped (`refusals.ts`).
 */
export const dialectSchema = z.object({
  cap: z.enum(['max_completion_tokens', 'max_tokens']),
  /** True once the other name for the cap has been tried too. */
  capSwapped: z.boolean(),
  /** The highest cap that the server has said it accepts. */
  capLimit: z.number().nullable(),
  temperature: z.boolean(),
  /** `stream_options`: requests `usage` at the end of the stream. Some servers always send it, others refuse it. */
  usage: z.boolean(),
  /** Support for a JSON schema of the answer. `object`: any JSON object, without a schema; null: not at all. */
  schema: z.enum(['strict', 'loose', 'object']).nullable(),
  /** True if a schema works with streaming. */
  streamsSchema: z.boolean(),
  thinking: thinkingField.nullable(),
  /** The efforts that the server has listed; null: all. */
  efforts: z.array(effortWord).nullable(),
  /** Groq's field that keeps thinking out of the text. */
  reasoningFormat: z.boolean(),
});

export type Dialect = z.infer<typeof dialectSchema>;

const PLAIN: Dialect = {
  cap: 'max_tokens',
  capSwapped: false,
  capLimit: null,
  temperature: true,
  usage: false,
  schema: 'strict',
  streamsSchema: true,
  thinking: null,
  efforts: null,
  reasoningFormat: false,
};

const LOCAL: Partial<Dialect> = { usage: true };
const OPENAI: Partial<Dialect> = {
  // "max_tokens is deprecated in favor of max_completion_tokens": OpenAI's and Groq's API reference.
  cap: 'max_completion_tokens',
  usage: true,
  thinking: 'reasoning_effort',
};

/**
 * The first dialect tried for each kind of server. Routers and self-hosted servers know `max_tokens`; only vendors that
 * deprecate it want the longer name. An unknown host is sent nothing that it might not know.
 */
const FIRST: Readonly<Record<ServerKind, Partial<Dialect>>> = {
  // Always sends usage; `stream_options` is documented to have no effect.
  openrouter: { thinking: 'reasoning' },
  openai: OPENAI,
  azure: OPENAI,
  // Takes `stream_options`, ignores `reasoning_effort`: platform docs, "OpenAI SDK compatibility".
  anthropic: { usage: true, thinking: 'thinking' },
  gemini: { usage: true, thinking: 'reasoning_effort' },
  // Refuses unknown fields (422), and always sends usage.
  mistral: { thinking: 'reasoning_effort' },
  // "Streaming and tool use are not currently supported with Structured Outputs": console.groq.com/docs.
  groq: { ...OPENAI, streamsSchema: false, reasoningFormat: true },
  ollama: { ...LOCAL, thinking: 'reasoning_effort' },
  'llama-cpp': { ...LOCAL, thinking: 'chat_template_kwargs' },
  vllm: { ...LOCAL, thinking: 'chat_template_kwargs' },
  'lm-studio': { ...LOCAL, thinking: 'reasoning_effort' },
  other: {},
};

export function dialectFor(kind: ServerKind, isLocal: boolean): Dialect {
  return { ...PLAIN, ...(kind === 'other' && isLocal ? LOCAL : FIRST[kind]) };
}

/**
 * Limits a dialect to what the provider advertises (OpenRouter's `supported_parameters`). With `require_parameters`, a
 * field that no endpoint advertises means that the router finds no endpoint at all (404).
 */
export function withinAdvertised(dialect: Dialect, takes: readonly string[] | null): Dialect {
  if (takes === null) return dialect;
  const has = (name: string): boolean => takes.includes(name);
  return {
    ...dialect,
    cap: !has('max_tokens') && has('max_completion_tokens') ? 'max_completion_tokens' : dialect.cap,
    temperature: dialect.temperature && has('temperature'),
    thinking: has('reasoning') ? dialect.thinking : null,
    schema: has('structured_outputs')
      ? dialect.schema
      : has('response_format') && dialect.schema
        ? 'object'
        : null,
  };
}

/**
 * Models whose vendor recommends its own temperature over ours, even though the endpoint accepts ours. Gemini 3:
 * "we strongly recommend keeping the temperature parameter at its default value of 1.0" (ai.google.dev, Gemini 3
 * guide): lower values make it loop.
 */
const OWN_TEMPERATURE = /(^|\/)gemini-([3-9]|\d\d)/;

export const hasOwnTemperature = (model: string): boolean => OWN_TEMPERATURE.test(model);
