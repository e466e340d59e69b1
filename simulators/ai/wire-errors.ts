/** Errors in OpenRouter's wording, by HTTP status and `error_type`. */
export interface WireError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Row {
  readonly status: number;
  readonly message: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The rows of OpenRouter's error table, keyed by the value of `metadata.error_type`. */
export const ERROR_TYPES: Readonly<Record<string, Row>> = {
  invalid_request: { status: 400, message: 'Invalid request parameters' },
  invalid_prompt: { status: 400, message: 'The prompt is not valid' },
  string_too_long: { status: 400, message: 'A string is too long' },
  context_length_exceeded: {
    status: 400,
    message:
      "This endpoint's maximum context length is 8192 tokens. However, you requested about 9000 tokens.",
  },
  max_tokens_exceeded: { status: 400, message: 'max_tokens is above what the model allows' },
  token_limit_exceeded: { status: 400, message: 'Token limit exceeded' },
  content_policy_violation: { status: 400, message: 'The request violates the content policy' },
  refusal: { status: 400, message: 'The model refused' },
  authentication: { status: 401, message: 'No auth credentials found' },
  payment_required: {
    status: 402,
    message:
      'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 4000.',
  },
  moderation: {
    status: 403,
    message: 'Your chosen model requires moderation and your input was flagged.',
    metadata: { reasons: ['violence'], flagged_input: 'a part of it', provider_name: 'Simulated' },
  },
  not_found: { status: 404, message: 'No endpoints found for this model' },
  timeout: { status: 408, message: 'Request timed out' },
  payload_too_large: { status: 413, message: 'Request body too large' },
  unprocessable: { status: 422, message: 'Unprocessable' },
  rate_limit_exceeded: { status: 429, message: 'Rate limit exceeded' },
  server: { status: 500, message: 'Internal Server Error' },
  provider_unavailable: { status: 502, message: 'Provider returned error' },
  unavailable: { status: 503, message: 'No available model provider' },
  gateway_timeout: { status: 504, message: 'Gateway timeout' },
  edge_timeout: { status: 524, message: 'A timeout occurred' },
  provider_overloaded: { status: 529, message: 'Provider overloaded' },
};

/** Keys above that only distinguish rows; the response has another value, or none. */
const SENT_AS: Readonly<Record<string, string | undefined>> = {
  unavailable: 'provider_unavailable',
  gateway_timeout: 'timeout',
  edge_timeout: 'timeout',
  moderation: undefined,
};

export function wireError(errorType: string, message?: string): WireError {
  const row = ERROR_TYPES[errorType];
  if (!row) throw new Error(`no such error: ${errorType}`);
  return {
    status: row.status,
    body: {
      error: {
        code: row.status,
        message: message ?? row.message,
        metadata: { error_type: errorType in SENT_AS ? SENT_AS[errorType] : errorType, ...row.metadata },
      },
      user_id: 'user_simulated',
    },
  };
}

/** An error that is only identified by its HTTP status. */
export function bareError(status: number): WireError {
  return { status, body: { error: { code: status, message: `Simulated failure ${status}` } } };
}
