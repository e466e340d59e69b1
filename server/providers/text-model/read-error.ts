import { readRetryAfter } from './retry-after.ts';
import { scrub } from './scrub.ts';
import { type TextFailure, TextModelError } from './text-model.ts';
import { detailsSchema, type ErrorObject, errorBodySchema, errorSchema, nestedDetail } from './wire.ts';

export interface FailureContext {
  /** HTTP status; null for an error inside a response with status 200. */
  readonly status: number | null;
  readonly headers: Headers;
  readonly secrets: { readonly key: string | null; readonly sent: readonly string[] };
}

/** Reads the error in a response body, which may be JSON of several shapes, HTML, or empty. */
export function readErrorBody(body: string): ErrorObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // A gateway's HTML page, or a truncated body. The parser's message would quote it, so it isn't kept.
    return NOTHING;
  }
  // Google's compatible endpoint wraps its errors in a list.
  if (Array.isArray(parsed)) parsed = parsed[0];
  const shape = errorBodySchema.safeParse(parsed);
  if (!shape.success) return NOTHING;
  // Mistral puts the list in `message`.
  const { error, detail, message } = shape.data;
  return readErrorValue(error ?? detail ?? nestedDetail.safeParse(message).data?.detail ?? parsed);
}

/** Reads an `error` value: an object, a plain message, or a list of field errors. */
export function readErrorValue(error: unknown): ErrorObject {
  if (typeof error === 'string') return { ...NOTHING, message: error };
  const details = detailsSchema.safeParse(error);
  if (details.success) return { ...NOTHING, message: details.data.map(toSentence).join('; ') };
  const parsed = errorSchema.safeParse(error);
  return parsed.success ? parsed.data : NOTHING;
}

/** Formats a FastAPI field error (vLLM, Mistral). Ignores the parts of the request that it repeats. */
const toSentence = ({ loc, msg }: { loc: (string | number)[]; msg: string }): string =>
  `${loc.join('.')}: ${msg}`;

/** Converts the error to a TextModelError. */
export function toTextModelError(error: ErrorObject, context: FailureContext): TextModelError {
  const status = readStatus(error, context.status);
  const kind = readKind(error, status);
  const said = error.message ? `: ${scrub(error.message, context.secrets)}` : ' without a readable reason';
  const retryAfter =
    readRetryAfter(context.headers.get('retry-after'), new Date()) ?? error.availability?.retry_after ?? null;
  return new TextModelError(kind, `the provider failed (${status ?? 'inside its answer'})${said}`, {
    retryable: error.availability?.retryable ?? MAY_PASS.has(kind),
    ...(status !== null && { status }),
    ...(retryAfter !== null && { retryAfter }),
  });
}

/** Failures that may be transient, unless the provider says otherwise. */
const MAY_PASS: ReadonlySet<TextFailure> = new Set(['rate', 'upstream', 'truncated', 'empty', 'protocol']);

/** An error without any information. */
const NOTHING: ErrorObject = errorSchema.parse({});

/** The body's code takes precedence: routers answer 200 or 400 for an upstream's 502. */
function readStatus(error: ErrorObject, httpStatus: number | null): number | null {
  for (const candidate of [Number(error.code ?? Number.NaN), error.http_status, httpStatus]) {
    if (candidate != null && candidate >= 400 && candidate <= 599) return candidate;
  }
  return httpStatus;
}

/** Determines the kind by the provider's codes, most specific first; else by status. */
function readKind(error: ErrorObject, status: number | null): TextFailure {
  if (isModerated(error, status)) return 'refused';
  const names = [error.metadata?.error_type, error.error_type, error.code, error.type];
  const named = names.map((name) => KIND_BY_NAME.get(String(name))).find((kind) => kind !== undefined);
  const kind = named ?? kindByStatus(status);
  // llama.cpp reports it as a plain 500 or inside the stream, vLLM as a plain 400, Ollama by dropping the question.
  const vague = kind === 'request' || kind === 'upstream';
  return vague && CONTEXT_MESSAGE.test(error.message ?? '') ? 'context' : kind;
}

function isModerated(error: ErrorObject, status: number | null): boolean {
  const { reasons, flagged_input, patterns } = error.metadata ?? {};
  return status === 403 && [reasons, flagged_input, patterns].some((found) => found != null);
}

const CONTEXT_MESSAGE =
  /context (size|length|window)|maximum context|prompt is too long|exceeds? the (available )?context|no user query found/i;

const KIND_BY_NAME: ReadonlyMap<string, TextFailure> = new Map([
  ['authentication', 'auth'],
  ['authentication_error', 'auth'],
  ['invalid_api_key', 'auth'],
  ['payment_required', 'payment'],
  // OpenAI answers 429 for an empty account: waiting wouldn't help.
  ['insufficient_quota', 'payment'],
  ['billing_hard_limit_reached', 'payment'],
  ['rate_limit_exceeded', 'rate'],
  ['context_length_exceeded', 'context'],
  ['max_tokens_exceeded', 'context'],
  ['token_limit_exceeded', 'context'],
  ['exceed_context_size_error', 'context'],
  ['content_policy_violation', 'refused'],
  ['content_filter', 'refused'],
  ['moderation_blocked', 'refused'],
  ['refusal', 'refused'],
  ['invalid_request', 'request'],
  ['invalid_prompt', 'request'],
  ['string_too_long', 'request'],
  ['not_found', 'request'],
  ['not_found_error', 'request'],
  ['model_not_found', 'request'],
  ['payload_too_large', 'request'],
  ['unprocessable', 'request'],
  ['timeout', 'upstream'],
  ['server', 'upstream'],
  ['server_error', 'upstream'],
  ['unmapped', 'upstream'],
  ['provider_unavailable', 'upstream'],
  ['provider_overloaded', 'upstream'],
]);

function kindByStatus(status: number | null): TextFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'payment';
  if (status === 429) return 'rate';
  if (status === 408) return 'upstream';
  if (status !== null && status >= 400 && status < 500) return 'request';
  // 5xx, and an unspecific error inside a 200.
  return 'upstream';
}
