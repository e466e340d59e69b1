import { z } from 'zod';
import type { ServerKind } from './server-kind.ts';
import type { EffortWord, ThinkingField } from './thinking.ts';

/** Whether a router may choose providers that keep, or learn from, what they are sent. */
export type DataCollection = 'deny' | 'allow';

const effortWord = z.custom<EffortWord>((value) => typeof value === 'string');
const thinkingField = z.custom<ThinkingField>((value) => typeof value === 'string');

/**
 * The optional fields that a server takes for one model, each in the form in which it takes it. What stands here is a
 * like: it is sent while nobody objects, and left out at the first refusal (`refusals.ts`).
 */
export const dialectSchema = z.object({
  cap: z.enum(['max_completion_tokens', 'max_tokens']),
  /** The other name for the cap was tried as well. */
  capSwapped: z.boolean(),
  /** The highest cap that the server has said it takes. */
  capLimit: z.number().nullable(),
  temperature: z.boolean(),
  /** `stream_options`: asks for `usage` at the end of the stream. Some send it unasked, some refuse the field. */
  usage: z.boolean(),
  /** How it takes a JSON schema for its answer. `object`: any JSON object, without the schema; null: not at all. */
  schema: z.enum(['strict', 'loose', 'object']).nullable(),
  /** A schema can be had in a streamed answer. */
  streamsSchema: z.boolean(),
  thinking: thinkingField.nullable(),
  /** The efforts that it has named; null: all. */
  efforts: z.array(effortWord).nullable(),
  /** Groq's field that keeps thoughts out of the text. */
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
 * What each kind of server is sent at first. Routers and servers of one's own know `max_tokens`; only the makers that
 * deprecate it ask for the longer name. A host that nobody knows is sent nothing that it might not know.
 */
const FIRST: Readonly<Record<ServerKind, Partial<Dialect>>> = {
  // Usage comes unasked; `stream_options` is documented as without effect.
  openrouter: { thinking: 'reasoning' },
  openai: OPENAI,
  azure: OPENAI,
  // Takes `stream_options`, ignores `reasoning_effort`: platform docs, "OpenAI SDK compatibility".
  anthropic: { usage: true, thinking: 'thinking' },
  gemini: { usage: true, thinking: 'reasoning_effort' },
  // Refuses fields that it does not know (422), and sends usage unasked.
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
 * The parts of a dialect that the provider itself advertises (OpenRouter's `supported_parameters`). Where a router is
 * told to require every field, one that no endpoint advertises finds none at all (404).
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
 * Models whose maker asks for another temperature than one of ours, though the endpoint would take it. Gemini 3:
 * "we strongly recommend keeping the temperature parameter at its default value of 1.0" (ai.google.dev, Gemini 3
 * guide): lower ones make it loop.
 */
const OWN_TEMPERATURE = /(^|\/)gemini-([3-9]|\d\d)/;

export const hasOwnTemperature = (model: string): boolean => OWN_TEMPERATURE.test(model);
