import type { Dialect } from './dialect.ts';
import { wordsNamed } from './thinking.ts';
import type { ErrorObject } from './wire.ts';

/** A refused request: what was sent, and the server's error. */
export interface Refusal {
  readonly error: ErrorObject;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isRouter: boolean;
  /** The HTTP status. */
  readonly status: number;
}

/** The fields that can be dropped or sent in another form. */
const OPTIONAL = [
  'temperature',
  'stream_options',
  'reasoning_effort',
  'reasoning_format',
  'reasoning',
  'chat_template_kwargs',
  'thinking',
  'response_format',
  'max_completion_tokens',
  'max_tokens',
] as const;
type OptionalField = (typeof OPTIONAL)[number];

const THINKING: readonly OptionalField[] = [
  'reasoning_effort',
  'reasoning',
  'chat_template_kwargs',
  'thinking',
];

/**
 * Drops or adapts the one field that a server has just refused; null if there's nothing to change. Finds the field by
 * `param`, otherwise by its name in the message (Anthropic, LiteLLM, Mistral and Groq send no `param`). A refusal comes
 * before any work, so a retry costs nothing. Each refusal takes one step, and the steps are finite.
 */
export function withoutRefused(dialect: Dialect, refusal: Refusal): Dialect | null {
  const field = refusedField(refusal);
  if (field === null) return cannotStream(dialect, refusal);
  const message = refusal.error.message ?? '';
  switch (field) {
    case 'temperature':
      return dialect.temperature ? { ...dialect, temperature: false } : null;
    case 'stream_options':
      return dialect.usage ? { ...dialect, usage: false } : null;
    case 'reasoning_format':
      return dialect.reasoningFormat ? { ...dialect, reasoningFormat: false } : null;
    case 'response_format':
      return cannotStream(dialect, refusal) ?? withLooserSchema(dialect);
    case 'max_tokens':
    case 'max_completion_tokens':
      return withOtherCap(dialect, refusal);
    case 'reasoning_effort': {
      const words = dialect.efforts === null ? wordsNamed(message, refusal.body['reasoning_effort']) : null;
      return words ? { ...dialect, efforts: [...words] } : withoutThinking(dialect);
    }
    case 'reasoning':
    case 'chat_template_kwargs':
    case 'thinking':
      return withoutThinking(dialect);
  }
}

/**
 * Asks for less when a refusal names no field: local servers refuse a schema without mentioning it, and routers find no
 * endpoint (404) for the required parameters. Null: nothing left to drop.
 */
export function withLess(dialect: Dialect, { body, isRouter, status, error }: Refusal): Dialect | null {
  // The model is at fault, not a field.
  if (error.param === 'model' || error.code === 'model_not_found') return null;
  if (body['response_format'] !== undefined) return withLooserSchema(dialect);
  // "No endpoints found that can handle the requested parameters": OpenRouter, where `require_parameters` is set.
  if (!isRouter || status !== 404 || !/parameter/i.test(error.message ?? '')) return null;
  if (body['reasoning'] !== undefined) return withoutThinking(dialect);
  return body['temperature'] === undefined ? null : { ...dialect, temperature: false };
}

/** Finds the refused field among those sent; if several are named, the first in `OPTIONAL`. */
function refusedField({ error, body }: Refusal): OptionalField | null {
  const sent = OPTIONAL.filter((field) => body[field] !== undefined);
  const { param } = error;
  const named = sent.find((field) => param === field || param?.startsWith(`${field}.`));
  if (named) return named;
  if (param !== null && param !== undefined && param !== '') return null;
  const message = error.message ?? '';
  const spelt = sent.find((field) => new RegExp(`(^|[^\\w])${field}([^\\w]|$)`, 'i').test(message));
  if (spelt) return spelt;
  // Ollama mentions thinking or a think value, not the field: '"llama3.1:8b" does not support thinking'.
  const isAboutThinking = /\b(think|thinking|reasoning)\b/i.test(message);
  return isAboutThinking ? (sent.find((field) => THINKING.includes(field)) ?? null) : null;
}

function cannotStream(dialect: Dialect, { error, body }: Refusal): Dialect | null {
  const isAboutStreams = /\bstream(ing|ed)?\b/i.test(error.message ?? '');
  if (!isAboutStreams || body['response_format'] === undefined || !dialect.streamsSchema) return null;
  return { ...dialect, streamsSchema: false };
}

/** Drops `strict` first, since routers may find no endpoint for it, then the schema. */
function withLooserSchema(dialect: Dialect): Dialect | null {
  if (dialect.schema === null) return null;
  return { ...dialect, schema: dialect.schema === 'strict' ? 'loose' : null };
}

const withoutThinking = (dialect: Dialect): Dialect | null =>
  dialect.thinking === null ? null : { ...dialect, thinking: null };

/** No model that writes answers has a lower limit: such a number is about something else. */
const LEAST_CAP = 1_000;

/** Lowers the cap to the limit named in the refusal (a number below the one sent), or switches to the cap's other name. */
function withOtherCap(dialect: Dialect, { error, body }: Refusal): Dialect | null {
  const sent = Number(body[dialect.cap]);
  const numbers = (error.message ?? '').match(/\d{3,}/g)?.map(Number) ?? [];
  const limit = Math.max(0, ...numbers.filter((number) => number < sent));
  if (numbers.includes(sent) && limit >= LEAST_CAP) return { ...dialect, capLimit: limit };
  if (dialect.capSwapped) return null;
  const cap = dialect.cap === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  return { ...dialect, cap, capSwapped: true };
}
