import { ANSWER } from '../answers.ts';
import { textOf } from '../chat-request.ts';
import { bareError, ERROR_TYPES, wireError } from '../wire-errors.ts';
import type { ChatCall, Script } from './script.ts';

/** Responses that are an error from the first byte. */
export const REFUSED_REQUESTS: readonly Script[] = [
  {
    model: 'fail-(\\d{3})',
    does: 'fails with that status and an error that says nothing more',
    run: ({ reply }, status) => reply.fail(bareError(Number(status))),
  },
  {
    model: 'fail-(\\d{3})-retry-(\\d+)',
    does: 'the same with Retry-After in seconds',
    run: ({ reply }, status, seconds = '') =>
      reply.fail({ ...bareError(Number(status)), headers: { 'retry-after': seconds } }),
  },
  {
    model: 'fail-(\\d{3})-retry-date-(\\d+)',
    does: 'the same with Retry-After as a date, that many seconds from now',
    run({ reply }, status, seconds) {
      const date = new Date(Date.now() + Number(seconds) * 1000).toUTCString();
      reply.fail({ ...bareError(Number(status)), headers: { 'retry-after': date } });
    },
  },
  {
    model: `fail-(${Object.keys(ERROR_TYPES).join('|')})`,
    shownAs: 'fail-<error type>',
    does: 'fails as that row of the error table (`wire-errors.ts`)',
    run: ({ reply }, errorType = '') => reply.fail(wireError(errorType)),
  },
  {
    model: 'fail-string',
    does: 'fails with status 404 and the error as a string (Ollama)',
    run: ({ reply }) => reply.fail({ status: 404, body: { error: 'model "x" not found' } }),
  },
  {
    model: 'fail-detail',
    does: 'fails with status 422 and `detail`, without `error` (FastAPI)',
    run: ({ reply }) =>
      reply.fail({
        status: 422,
        body: { detail: [{ loc: ['body', 'x'], msg: 'Extra inputs are not permitted' }] },
      }),
  },
  {
    model: 'fail-list',
    does: 'fails with status 404 and the error in a list, saying 429 (Google)',
    run: ({ reply }) =>
      reply.fail({
        status: 404,
        body: [{ error: { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' } }],
      }),
  },
  {
    model: 'fail-insufficient-quota',
    does: 'fails with 429 for an empty account (OpenAI)',
    run: ({ reply }) =>
      reply.fail({
        status: 429,
        body: {
          error: {
            message: 'You exceeded your current quota, please check your plan and billing details.',
            type: 'insufficient_quota',
            param: null,
            code: 'insufficient_quota',
          },
        },
      }),
  },
  {
    model: 'fail-context-llama',
    does: 'fails with 400 as llama.cpp does beyond its context',
    run: ({ reply }) =>
      reply.fail({
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'the request exceeds the available context size, try increasing it',
            type: 'exceed_context_size_error',
            n_prompt_tokens: 9000,
            n_ctx: 4096,
          },
        },
      }),
  },
  {
    model: 'fail-context-500',
    does: 'fails with a plain 500 whose message speaks of the context size (llama.cpp)',
    run: ({ reply }) =>
      reply.fail({
        status: 500,
        body: { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
      }),
  },
  {
    model: 'fail-availability-(yes|no)',
    does: 'fails with 404 and `availability` without a code; says whether trying again makes sense, in 7 seconds',
    run: ({ reply }, retryable) =>
      reply.fail({
        status: 404,
        body: {
          error: {
            message: 'No endpoints found',
            error_type: 'not_found',
            http_status: 404,
            availability: {
              code: 'no_endpoints',
              retryable: retryable === 'yes',
              retry_after: 7,
              requested_models: [],
            },
          },
        },
      }),
  },
  {
    model: 'refuses-(temperature|max_tokens|max_completion_tokens|stream_options|reasoning_effort)',
    does: 'refuses that field by name with 400, and answers without it (OpenAI)',
    run: refuseField,
  },
  {
    model: 'costs-(\\d+)-(\\d+)',
    shownAs: 'costs-<prompt>-<completion>',
    does: 'answers by a host of these prices in USD for a million tokens, and with 404 where `max_price` is less (OpenRouter)',
    run: answerWithinPrice,
  },
  {
    model: 'no-strict-schema',
    does: 'finds no endpoint (404) for a JSON schema with `strict`, without naming it, and answers without (OpenRouter)',
    run: (call) => answerUnless(call, call.request.response_format?.json_schema.strict === true, 404),
  },
  {
    model: 'no-schema',
    does: 'refuses any JSON schema with 400, without naming it, and answers without (local servers)',
    run: (call) => answerUnless(call, call.request.response_format !== undefined, 400),
  },
  {
    model: 'html-(200|502)',
    does: 'answers that status with the HTML page of a gateway',
    run: ({ reply }, status) =>
      reply.fail({ status: Number(status), body: '<html><body><h1>Bad gateway</h1></body></html>' }),
  },
  {
    model: 'error-200',
    does: 'answers 200 with an error body of code 502',
    run: ({ reply }) => reply.fail({ status: 200, body: wireError('provider_unavailable').body }),
  },
  {
    model: 'error-200-string',
    does: 'answers 200 with the error as a string',
    run: ({ reply }) => reply.fail({ status: 200, body: { error: 'The model has crashed' } }),
  },
  {
    model: 'echo',
    does: 'fails with 500 and repeats the key and the request in its message',
    run: ({ reply, request, authorization }) =>
      reply.fail({
        status: 500,
        body: {
          error: {
            code: 500,
            message: `failed for ${authorization.replace('Bearer ', '')}: ${request.messages.map(textOf).join(' | ')}`,
          },
        },
      }),
  },
  {
    model: 'redirect',
    does: 'redirects to another path of the simulator, which must never be asked',
    run: ({ reply, url }) => reply.fail({ status: 307, headers: { location: `${url}/elsewhere` }, body: {} }),
  },
  { model: 'silent', does: 'never answers, not even with headers', run: ({ reply }) => reply.hang() },
];

async function answerUnless({ reply }: ChatCall, isRefused: boolean, status: number): Promise<void> {
  if (isRefused) return reply.fail(bareError(status));
  await reply.words(ANSWER);
  await reply.end();
}

async function answerWithinPrice({ reply, request }: ChatCall, prompt = '', completion = ''): Promise<void> {
  const { prompt: most = prompt, completion: mostBack = completion } = request.provider?.max_price ?? {};
  if (Number(most) < Number(prompt) || Number(mostBack) < Number(completion)) {
    const availability = { code: 'constraint_filtered', retryable: false, requested_models: [request.model] };
    const message = 'No endpoints found that cost at most what max_price allows.';
    const error = { message, error_type: 'not_found', http_status: 404, availability };
    return reply.fail({ status: 404, body: { error } });
  }
  await reply.words(ANSWER);
  await reply.end();
}

async function refuseField({ reply, request }: ChatCall, field = ''): Promise<void> {
  if (field in request) {
    const message = `Unsupported parameter: '${field}' is not supported with this model.`;
    const error = { message, type: 'invalid_request_error', param: field, code: 'unsupported_parameter' };
    return reply.fail({ status: 400, body: { error } });
  }
  await reply.words(ANSWER);
  await reply.end();
}
