import { describe, expect, it } from 'vitest';
import { type Dialect, dialectFor } from './dialect.ts';
import { readErrorBody } from './read-error.ts';
import { type Refusal, withLess, withoutRefused } from './refusals.ts';
import { toRequestBody } from './request-body.ts';
import type { ServerKind } from './server-kind.ts';
import type { TextRequest } from './text-model.ts';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };
const REQUEST: TextRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Which temperature has the sun? Mind max_tokens.' }],
  maxTokens: 2000,
  thinkingTokens: 2000,
  temperature: 0.7,
  effort: 'medium',
  shape: { name: 'plan', schema: SCHEMA },
};

const ROUTER = { dataCollection: 'deny' } as const;

/** Returns the request sent after a server of this kind has rejected the first one with this error. */
function after(kind: ServerKind, error: object, status = 400, request = REQUEST) {
  const dialect = dialectFor(kind, false);
  const router = kind === 'openrouter' ? ROUTER : null;
  const body = toRequestBody(request, dialect, router);
  const refusal: Refusal = {
    error: readErrorBody(JSON.stringify({ error })),
    body,
    isRouter: router !== null,
    status,
  };
  const less = withoutRefused(dialect, refusal) ?? withLess(dialect, refusal);
  return { before: body, after: less && toRequestBody(request, less, router), less };
}

/** Real error messages of each vendor's server, each rejecting one field. */
const REFUSALS: readonly [
  who: string,
  kind: ServerKind,
  error: object,
  check: (body: Record<string, unknown>) => void,
][] = [
  [
    'OpenAI, by param',
    'openai',
    {
      message: "Unsupported value: 'temperature' does not support 0.7 with this model.",
      param: 'temperature',
      code: 'unsupported_value',
    },
    (body) => expect(body).not.toHaveProperty('temperature'),
  ],
  [
    'Anthropic, without param',
    'anthropic',
    { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
    (body) => expect(body).not.toHaveProperty('temperature'),
  ],
  [
    'LiteLLM, in the middle of a sentence',
    'other',
    {
      message:
        "litellm.UnsupportedParamsError: gpt-5 models (including gpt-5-codex) don't support temperature=0.7. Only temperature=1 is supported.",
      type: 'None',
      param: null,
      code: '400',
    },
    (body) => expect(body).not.toHaveProperty('temperature'),
  ],
  [
    'OpenAI, naming the efforts that it takes',
    'openai',
    {
      message:
        "Unsupported value: 'reasoning_effort' does not support 'medium' with this model. Supported values are: 'low' and 'high'.",
      param: 'reasoning_effort',
    },
    (body) => expect(body).toHaveProperty('reasoning_effort', 'low'),
  ],
  [
    'Groq, of a model that thinks or does not',
    'groq',
    { message: '`reasoning_effort` must be one of `none` or `default`' },
    (body) => expect(body).toHaveProperty('reasoning_effort', 'default'),
  ],
  [
    'Ollama, of a model that cannot think',
    'ollama',
    { message: '"llama3.1:8b" does not support thinking', type: 'invalid_request_error', param: null },
    (body) => expect(body).not.toHaveProperty('reasoning_effort'),
  ],
  [
    'a gateway that wants the other name of the cap',
    'other',
    { message: "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead." },
    (body) => {
      expect(body).not.toHaveProperty('max_tokens');
      expect(body).toHaveProperty('max_completion_tokens', 4000);
    },
  ],
  [
    'a model that writes less at most',
    'other',
    { message: 'max_tokens is too large: 4000. This model supports at most 3072 completion tokens.' },
    (body) => expect(body).toHaveProperty('max_tokens', 3072),
  ],
  [
    'Gemini, of a field that it does not know',
    'gemini',
    {
      code: 400,
      message: 'Invalid JSON payload received. Unknown name "stream_options": Cannot find field.',
    },
    (body) => expect(body).not.toHaveProperty('stream_options'),
  ],
  [
    'Mistral, in a list of details',
    'mistral',
    [{ type: 'extra_forbidden', loc: ['body', 'reasoning_effort'], msg: 'Extra inputs are not permitted' }],
    (body) => expect(body).not.toHaveProperty('reasoning_effort'),
  ],
  [
    'a server that takes a schema in no stream',
    'other',
    { message: 'response_format json_schema is not supported with streaming' },
    (body) => expect(body).toMatchObject({ stream: false, response_format: { type: 'json_schema' } }),
  ],
];

describe('after a refusal', () => {
  it.each(REFUSALS)('%s: just the one field is dropped or changed', (_who, kind, error, check) => {
    const sent = after(kind, error);
    expect(sent.after).not.toBeNull();
    check(sent.after ?? {});
    const { messages, ...rest } = sent.after ?? {};
    const changed = Object.keys(sent.before).filter((field) => !(field in rest) && field !== 'messages');
    expect(changed.length).toBeLessThanOrEqual(1);
    expect(messages).toEqual(sent.before['messages']);
  });

  it('that is about the model or the key nothing is dropped', () => {
    const gone = { message: 'The model `m` does not exist', code: 'model_not_found', param: null };
    expect(after('openai', gone, 404).less).toBeNull();
    expect(after('openai', { message: 'no such model', param: 'model' }, 400).less).toBeNull();
  });

  it('a router without an endpoint for the parameters gets fewer, one field after the other', () => {
    const error = { message: 'No endpoints found that can handle the requested parameters.', code: 404 };
    const { shape: _shape, ...plain } = REQUEST;
    const { less } = after('openrouter', error, 404, plain);
    expect(less).toMatchObject({ thinking: null, temperature: true } satisfies Partial<Dialect>);
    const priced = { message: 'No endpoints found that cost at most what max_price allows.', code: 404 };
    expect(after('openrouter', priced, 404, plain).less).toBeNull();
  });

  it('the retries end, whatever a server refuses', () => {
    let dialect: Dialect | null = dialectFor('groq', false);
    let steps = 0;
    while (dialect) {
      const body = toRequestBody(REQUEST, dialect, null);
      const message = `refused: ${Object.keys(body).join(', ')}`;
      const refusal = {
        error: readErrorBody(JSON.stringify({ error: { message } })),
        body,
        isRouter: false,
        status: 400,
      };
      dialect = withoutRefused(dialect, refusal) ?? withLess(dialect, refusal);
      steps += 1;
    }
    expect(steps).toBeLessThanOrEqual(12);
  });
});
