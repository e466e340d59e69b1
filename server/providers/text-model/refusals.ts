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

/** Not a moderator's advice on reasoning, nor a link to it. */
const ABOUT_THINKING =
  /\b(support|value)s?\b[^.]*\b(think|thinking|reasoning)\b|\b(think|thinking|reasoning)\b[^.]*\b(support|value)/i;

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
  if (error.param === 'model' || error.code === 'model_not_found' || error.code === 'invalid_prompt')
    return null;
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
  const isAboutThinking = ABOUT_THINKING.test(message.replace(/https?:\/\/\S+/g, ''));
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

/** No usable model has a lower limit, so a smaller number means something else. */
const LEAST_CAP = 1_000;

/** The words in which servers name their highest cap: "at most 8192", "less than or equal to `8192`", "[1, 8192]". */
const LIMIT =
  /(?:at most|less than or equal to|up to|maximum (?:value )?(?:of|is)|<=|>|\[1,)\D{0,3}(\d{3,})/i;

/** Keeps the cap within the limit that the refusal names; else uses its other name. */
function withOtherCap(dialect: Dialect, { error, body }: Refusal): Dialect | null {
  const limit = Number(LIMIT.exec(error.message ?? '')?.[1] ?? 0);
  if (limit >= LEAST_CAP && limit < Number(body[dialect.cap])) return { ...dialect, capLimit: limit };
  if (dialect.capSwapped) return null;
  const cap = dialect.cap === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  return { ...dialect, cap, capSwapped: true };
}
