import { afterEach, describe, expect, it } from 'vitest';
import { cap, closeAll, completion, format, HOSTED, looseSchema, post, start, TAKEN } from './ask-persona.ts';
import type { PersonaName } from './persona.ts';

/** Each vendor's server rejects what the real one rejects, in its words, and accepts what that accepts. */

afterEach(closeAll);

/** Persona, request, status, and a part of the response body. */
type Refusal = readonly [PersonaName, string, object, number, object];

const openAiSays = (error: object): object => ({ error });

const REFUSED: readonly Refusal[] = [
  ['openai', 'max_tokens', cap, 400, openAiSays({ param: 'max_tokens', code: 'unsupported_parameter' })],
  [
    'openai',
    'a temperature',
    { temperature: 0.3 },
    400,
    openAiSays({ param: 'temperature', code: 'unsupported_value' }),
  ],
  ['openai', 'a stop', { stop: ['x'] }, 400, openAiSays({ param: 'stop', code: 'unsupported_parameter' })],
  [
    'openai',
    'an effort of other models',
    { reasoning_effort: 'none' },
    400,
    openAiSays({ param: 'reasoning_effort' }),
  ],
  [
    'openai',
    'reasoning',
    { reasoning: {} },
    400,
    openAiSays({ param: 'reasoning', code: 'unknown_parameter' }),
  ],
  [
    'openai',
    'fields of others',
    { provider: {}, plugins: [] },
    400,
    openAiSays({ message: 'Unrecognized request arguments supplied: provider, plugins', param: null }),
  ],
  [
    'openai',
    'a field of templates',
    { chat_template_kwargs: {} },
    400,
    openAiSays({ message: 'Unrecognized request argument supplied: chat_template_kwargs' }),
  ],
  [
    'openai',
    "a router's tool",
    { tools: [{ type: 'openrouter:web_search', parameters: {} }] },
    400,
    openAiSays({ param: 'tools[0].type', code: 'invalid_value' }),
  ],
  [
    'openai',
    'an open schema',
    format({ strict: true }, looseSchema),
    400,
    openAiSays({ param: 'response_format' }),
  ],
  ['openai', 'stream_options alone', { stream_options: {} }, 400, openAiSays({ param: 'stream_options' })],
  [
    'anthropic',
    'a temperature',
    { temperature: 0.3 },
    400,
    openAiSays({ message: '`temperature` is deprecated for this model.', param: null }),
  ],
  [
    'anthropic',
    'JSON without a schema',
    { response_format: { type: 'json_object' } },
    400,
    openAiSays({ message: "response_format.type: Input should be 'json_schema'" }),
  ],
  [
    'anthropic',
    'a schema without strict',
    format({}),
    400,
    openAiSays({ message: 'response_format.json_schema.strict: Field required' }),
  ],
  [
    'anthropic',
    'an open schema',
    format({ strict: true }, looseSchema),
    400,
    openAiSays({ type: 'invalid_request_error' }),
  ],
  [
    'anthropic',
    'a bounded list',
    format({ strict: true }, { type: 'array', maxItems: 3, items: { type: 'string' } }),
    400,
    openAiSays({ code: 'invalid_request_error' }),
  ],
  [
    'gemini',
    'a field it does not know',
    { ...cap, reasoning: {} },
    400,
    [{ error: { status: 'INVALID_ARGUMENT' } }],
  ],
  [
    'gemini',
    'no thinking of a Pro',
    { ...cap, model: 'sim/fast@pro', reasoning_effort: 'none' },
    400,
    [{ error: { code: 400 } }],
  ],
  [
    'gemini',
    'an effort that it has not',
    { ...cap, reasoning_effort: 'xhigh' },
    400,
    [{ error: { code: 400 } }],
  ],
  [
    'mistral',
    "OpenAI's cap",
    completion,
    422,
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'max_completion_tokens'], input: 4_000 }] },
  ],
  [
    'mistral',
    'stream_options',
    { ...cap, stream: true, stream_options: { include_usage: true } },
    422,
    { detail: [{ loc: ['body', 'stream_options', 'include_usage'] }] },
  ],
  [
    'groq',
    'a field it does not know',
    { reasoning: {} },
    400,
    openAiSays({ message: "property 'reasoning' is unsupported" }),
  ],
  [
    'groq',
    'a schema while streaming',
    { model: 'sim/fast@gpt-oss', stream: true, ...format() },
    400,
    openAiSays({ message: 'response_format` does not support streaming' }),
  ],
  ['groq', 'a schema for Qwen', format(), 400, openAiSays({ param: 'response_format' })],
  [
    'groq',
    "OpenAI's effort for Qwen",
    { reasoning_effort: 'low' },
    400,
    openAiSays({ type: 'invalid_request_error' }),
  ],
  [
    'groq',
    'a thinking format for Llama',
    { model: 'sim/fast@llama', reasoning_format: 'parsed' },
    400,
    openAiSays({ param: 'reasoning_format' }),
  ],
  [
    'groq',
    'raw thinking with JSON',
    { reasoning_format: 'raw', response_format: { type: 'json_object' } },
    400,
    openAiSays({ type: 'invalid_request_error' }),
  ],
  ['azure', 'max_tokens', cap, 400, openAiSays({ param: 'max_tokens' })],
  [
    'azure',
    'a prompt that its filter stops',
    { model: 'sim/fast@filtered' },
    400,
    openAiSays({ code: 'content_filter' }),
  ],
  [
    'litellm',
    'a temperature',
    { temperature: 0.7 },
    400,
    openAiSays({ type: 'None', param: null, code: '400' }),
  ],
  [
    'litellm',
    'what OpenAI refuses',
    { plugins: [] },
    400,
    openAiSays({ type: null, param: null, code: '400' }),
  ],
  [
    'gateway',
    'an effort that it has not',
    { reasoning_effort: 'none' },
    422,
    { detail: [{ loc: ['body', 'reasoning_effort'] }] },
  ],
  ['openrouter', 'no cap', {}, 402, openAiSays({ code: 402 })],
  [
    'openrouter',
    'a key that nobody advertises',
    { ...completion, provider: { require_parameters: true } },
    404,
    openAiSays({ code: 404 }),
  ],
  [
    'openrouter',
    'a temperature for GPT-5',
    { ...cap, model: 'sim/fast@gpt-5', temperature: 0.3, provider: { require_parameters: true } },
    404,
    openAiSays({ code: 404 }),
  ],
  [
    'openrouter',
    'a schema for an open model',
    { ...cap, model: 'sim/fast@open', ...format(), provider: { require_parameters: true } },
    404,
    openAiSays({ code: 404 }),
  ],
  [
    'openrouter',
    'a provider field that is none',
    { ...cap, provider: { orders: [] } },
    400,
    openAiSays({ code: 400 }),
  ],
];

describe('refuses', () => {
  it.each(REFUSED)('%s: %s', async (persona, _what, body, status, said) => {
    const simulator = await start(persona);
    const response = await post(simulator, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(said);
    await simulator.journal.waitFor((entry) => entry.status === status);
    expect(simulator.journal.entries).toMatchObject([{ body: { ...body }, request: null, status }]);
  });

  it.each([
    ['openrouter', 401],
    ['openai', 401],
    ['anthropic', 401],
    ['gemini', 400],
    ['mistral', 401],
    ['groq', 401],
    ['azure', 401],
    ['litellm', 401],
    ['gateway', 401],
  ] as const)('%s: a wrong key', async (persona, status) => {
    const response = await post(await start(persona), TAKEN[persona], 'wrong');
    expect(response.status).toBe(status);
  });

  it.each(HOSTED)('%s: a model that it does not have', async (persona) => {
    const response = await post(await start(persona), { ...TAKEN[persona], model: 'nobody/nothing' });
    expect([400, 404]).toContain(response.status);
  });

  // The gateway itself validates nothing.
  it.each(HOSTED.filter((persona) => persona !== 'gateway'))(
    '%s: a prompt beyond its context',
    async (persona) => {
      const simulator = await start(persona, { context: 40 });
      const long = { messages: [{ role: 'user', content: 'word '.repeat(100) }] };
      expect((await post(simulator, { ...TAKEN[persona], ...long })).status).toBe(400);
    },
  );
});

describe('takes', () => {
  it.each<readonly [PersonaName, string, object]>([
    ['openai', 'temperature 1', { ...completion, temperature: 1 }],
    [
      'openai',
      'a temperature of a model that does not think',
      { model: 'sim/fast@gpt-5.2', temperature: 0.3 },
    ],
    ['openai', 'the old cap of an old model', { ...cap, model: 'sim/fast@gpt-4.1', temperature: 0.3 }],
    ['openai', 'a strict schema', { ...completion, ...format() }],
    [
      'anthropic',
      'a temperature of an older model',
      { ...cap, model: 'sim/fast@claude-4.5', temperature: 0.3 },
    ],
    ['anthropic', 'a strict schema', { ...cap, ...format() }],
    ['anthropic', 'fields that it ignores', { ...cap, seed: 1, reasoning_effort: 'low', plugins: [] }],
    ['gemini', 'an effort', { ...cap, reasoning_effort: 'low' }],
    ['gemini', 'the name in its list', { ...cap, model: 'models/sim/fast' }],
    ['mistral', 'its own fields', { ...cap, random_seed: 1, reasoning_effort: 'high' }],
    ['groq', 'a schema in one piece', { model: 'sim/fast@gpt-oss', ...format() }],
    ['litellm', 'the old cap', cap],
    ['gateway', 'fields that it ignores', { ...cap, ...format(), plugins: [] }],
    [
      'openrouter',
      'keys that nobody advertises, where nothing must be heeded',
      { ...completion, temperature: 0.3 },
    ],
    [
      'openrouter',
      'what is advertised',
      {
        ...cap,
        temperature: 0.3,
        ...format(),
        reasoning: { effort: 'low' },
        provider: { require_parameters: true },
      },
    ],
    [
      'openrouter',
      'its own tools',
      { ...cap, tools: [{ type: 'openrouter:web_search', parameters: { max_results: 3 } }] },
    ],
  ])('%s: %s', async (persona, _what, body) => {
    const response = await post(await start(persona), body);
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await response.json()).toMatchObject({ object: 'chat.completion', choices: [{ index: 0 }] });
  });
});
