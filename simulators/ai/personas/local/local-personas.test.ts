import { afterEach, describe, expect, it } from 'vitest';
import type { AiSimulator } from '../../start-ai-simulator.ts';
import { closeAll, format, messages, plain, post, start, stream } from '../ask-persona.ts';
import type { PersonaName } from '../persona.ts';
import { fieldsOf } from '../wire-body.ts';

/** The servers of one's own: each refuses what the real one refuses, and answers in its forms. */

afterEach(closeAll);

const ids = (...names: readonly string[]) => ({
  models: ['sim/fast', ...names.map((name) => `sim/fast@${name}`)],
});
const as = (name: string) => ({ model: `sim/fast@${name}` });
const picture = (url: unknown): object => ({
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look.' },
        { type: 'image_url', image_url: url },
      ],
    },
  ],
});
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const long = (tokens: number) => ({ messages: [{ role: 'user', content: 'word'.repeat(tokens) }] });

/** Persona, what is sent, the status, a part of the body, and what it takes instead. */
type Rule = readonly [PersonaName, string, object, number, object, object];

const ollamaSays = (message: string, type = 'invalid_request_error'): object => ({
  error: { message, type, param: null, code: null },
});
const llamaSays = (code: number, type: string, message: string): object => ({
  error: { code, type, message },
});
const vllmSays = (error: object): object => ({ error: { code: 400, ...error } });

const RULES: readonly Rule[] = [
  [
    'ollama',
    'an effort that it does not know',
    { reasoning_effort: 'minimal' },
    400,
    ollamaSays(`invalid reasoning value: 'minimal' (must be "high", "medium", "low", "max", or "none")`),
    { reasoning_effort: 'max' },
  ],
  [
    'ollama',
    'an effort of the other form',
    { reasoning: { effort: 'xhigh' }, reasoning_effort: 'low' },
    400,
    {},
    { reasoning: { effort: 'low' }, reasoning_effort: 'xhigh' },
  ],
  [
    'ollama',
    'thinking of a model that cannot',
    { ...as('plain'), reasoning_effort: 'low' },
    400,
    ollamaSays('"sim/fast@plain" does not support thinking'),
    { ...as('plain'), reasoning_effort: 'none' },
  ],
  [
    'ollama',
    'a cap that is a text',
    { max_tokens: '100' },
    400,
    ollamaSays(
      'json: cannot unmarshal string into Go struct field ChatCompletionRequest.max_tokens of type int',
    ),
    { max_tokens: 4_000, num_ctx: 8_192, think: 'never', chat_template_kwargs: 7 },
  ],
  ['ollama', 'no messages', { messages: [] }, 400, ollamaSays("[] is too short - 'messages'"), {}],
  [
    'ollama',
    'an address of a picture',
    picture({ url: 'https://example.com/x.png' }),
    400,
    ollamaSays('invalid image input'),
    picture(PNG),
  ],
  [
    'ollama',
    'a file',
    { messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }] },
    400,
    ollamaSays('invalid message format'),
    picture({ url: PNG }),
  ],
  [
    'ollama',
    'a model that it does not have',
    { model: 'nobody' },
    404,
    ollamaSays("model 'nobody' not found", 'not_found_error'),
    {},
  ],
  [
    'llama-cpp',
    'everything while it loads',
    as('loading'),
    503,
    llamaSays(503, 'unavailable_error', 'Loading model'),
    {},
  ],
  [
    'llama-cpp',
    'a form that it does not know',
    { response_format: { type: 'grammar' } },
    400,
    llamaSays(
      400,
      'invalid_request_error',
      'response_format type must be one of "text" or "json_object", but got: grammar',
    ),
    {
      response_format: { type: 'json_object', schema: { type: 'object' } },
      mirostat: 2,
      reasoning_effort: 'fast',
    },
  ],
  [
    'llama-cpp',
    'a switch that is a text',
    { chat_template_kwargs: { enable_thinking: 'false' } },
    400,
    llamaSays(
      400,
      'invalid_request_error',
      'invalid type for "enable_thinking" (expected boolean, got string)',
    ),
    { chat_template_kwargs: 'no object' },
  ],
  [
    'llama-cpp',
    'the beginning of an answer, while it thinks',
    { messages: [...plain, { role: 'assistant', content: 'So' }] },
    400,
    llamaSays(
      400,
      'invalid_request_error',
      'Assistant response prefill is incompatible with enable_thinking.',
    ),
    {
      messages: [...plain, { role: 'assistant', content: 'So' }],
      chat_template_kwargs: { enable_thinking: false },
    },
  ],
  [
    'llama-cpp',
    'a file',
    { messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }] },
    400,
    llamaSays(400, 'invalid_request_error', 'unsupported content[].type'),
    {},
  ],
  [
    'llama-cpp',
    'a picture without eyes for it',
    { ...as('blind'), ...picture({ url: PNG }) },
    500,
    llamaSays(
      500,
      'server_error',
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    ),
    picture({ url: PNG }),
  ],
  [
    'llama-cpp',
    'a prompt that does not fit',
    long(17_000),
    400,
    {
      error: {
        code: 400,
        type: 'exceed_context_size_error',
        message:
          'request (17004 tokens) exceeds the available context size (16384 tokens), try increasing it',
        n_prompt_tokens: 17_004,
        n_ctx: 16_384,
      },
    },
    { max_tokens: 100_000 },
  ],
  [
    'vllm',
    'an effort that it does not know',
    { reasoning_effort: 'extreme' },
    400,
    vllmSays({
      type: 'Bad Request',
      message: expect.stringContaining("'loc': ('body', 'reasoning_effort')"),
    }),
    { reasoning_effort: 'max', a_field_of_nobody: 1 },
  ],
  [
    'vllm',
    'an effort that it does not know yet',
    { ...as('earlier'), reasoning_effort: 'none' },
    400,
    vllmSays({ message: expect.stringContaining("Input should be 'low', 'medium' or 'high'") }),
    { ...as('earlier'), reasoning_effort: 'low' },
  ],
  [
    'vllm',
    'usage of what is no stream',
    { stream_options: { include_usage: true } },
    400,
    vllmSays({ message: 'Stream options can only be defined when `stream=True`.', param: 'stream_options' }),
    { stream: true, stream_options: { include_usage: true } },
  ],
  [
    'vllm',
    'arguments of the template that are none',
    { chat_template_kwargs: 'off' },
    400,
    vllmSays({ message: expect.stringContaining('valid dictionary') }),
    { chat_template_kwargs: { enable_thinking: false, whatever: 1 } },
  ],
  [
    'vllm',
    'a form without its schema',
    { response_format: { type: 'json_schema' } },
    400,
    vllmSays({ message: expect.stringContaining("the 'json_schema' field must be provided") }),
    { response_format: { type: 'json_object' } },
  ],
  [
    'vllm',
    'a cap below one',
    { max_tokens: -186 },
    400,
    vllmSays({ message: 'max_tokens must be at least 1, got -186.' }),
    { max_tokens: 1 },
  ],
  [
    'vllm',
    'a prompt and a cap that do not fit',
    { ...long(1_000), max_tokens: 32_000 },
    400,
    vllmSays({
      type: 'BadRequestError',
      param: 'input_tokens',
      message: expect.stringContaining(
        'contains at least 769 input tokens, for a total of at least 32769 tokens',
      ),
    }),
    { ...long(1_000), max_tokens: 31_000 },
  ],
  [
    'vllm',
    'a cap as large as its context',
    { max_completion_tokens: 32_768 },
    400,
    vllmSays({ param: 'input_text' }),
    { max_completion_tokens: 32_000 },
  ],
  [
    'vllm-raw',
    'a model that it does not have',
    { model: 'nobody' },
    404,
    {
      error: {
        message: 'The model `nobody` does not exist.',
        type: 'NotFoundError',
        param: 'model',
        code: 404,
      },
    },
    {},
  ],
  [
    'lm-studio',
    'any JSON',
    { response_format: { type: 'json_object' } },
    400,
    { error: "'response_format.type' must be 'json_schema' or 'text'" },
    { response_format: { type: 'text' }, enableThinking: false, chat_template_kwargs: 1 },
  ],
  [
    'lm-studio',
    'a model that it does not have',
    { model: 'nobody' },
    404,
    { error: { type: 'invalid_request_error', param: 'model', code: 'model_not_found' } },
    {},
  ],
];

describe.each(RULES)('%s and %s', (name, _what, refused, status, body, taken) => {
  it('is refused in its own words', async () => {
    const simulator = await start(name, ids());
    const response = await post(simulator, refused);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(body);
    expect(simulator.journal.entries[0]?.request).toBeNull();
  });

  it('is taken in the form that it takes', async () => {
    const response = await post(await start(name, ids()), taken);
    expect(response.status, await response.clone().text()).toBe(200);
  });
});

describe('the key', () => {
  it.each(['llama-cpp', 'vllm', 'vllm-raw'] as const)('counts at %s', async (name) => {
    const simulator = await start(name);
    expect((await post(simulator, {}, 'wrong')).status).toBe(401);
    expect((await post(simulator, {})).status).toBe(200);
  });

  it.each(['ollama', 'lm-studio'] as const)('does not count at %s', async (name) => {
    expect((await post(await start(name), {}, 'wrong')).status).toBe(200);
  });
});

const CAP = { max_tokens: 8_000 };
const OFF: Readonly<Record<string, object>> = {
  ollama: { reasoning_effort: 'none' },
  'llama-cpp': { chat_template_kwargs: { enable_thinking: false } },
  vllm: { chat_template_kwargs: { enable_thinking: false } },
  'vllm-raw': { reasoning_effort: 'none' },
  'lm-studio': { reasoning_effort: 'none' },
};
const PARSED = ['ollama', 'llama-cpp', 'vllm', 'lm-studio'] as const;
const WITH_ROOM = { context: 32_768 };

describe('thinking', () => {
  it.each(PARSED)('comes beside the text at %s', async (name) => {
    const simulator = await start(name, { ...ids(), ...WITH_ROOM });
    const usual = await stream(simulator, { ...CAP, stream_options: { include_usage: true } });
    expect(usual).toMatchObject({ thought: expect.stringMatching(/^.{5900,6100}$/), finish: 'stop' });
    expect(usual.usage['completion_tokens']).toBeGreaterThan(1_500);
    const [longer, off, plainModel] = [
      await stream(simulator, { ...CAP, ...as('long') }),
      await stream(simulator, { ...CAP, ...OFF[name] }),
      await stream(simulator, { ...CAP, ...as('plain') }),
    ];
    expect(longer.thought.length).toBe(20_000);
    expect([off.thought, plainModel.thought]).toEqual(['', '']);
    expect([longer.text, off.text, plainModel.text]).toEqual([usual.text, usual.text, usual.text]);
  });

  it.each([
    ['ollama', { reasoning_effort: 'low' }],
    ['llama-cpp', { chat_template_kwargs: { reasoning_effort: 'low' } }],
    ['vllm', { reasoning_effort: 'low' }],
    ['lm-studio', { reasoning_effort: 'low' }],
  ] as const)('is shorter at %s only where a model has levels', async (name, low) => {
    const simulator = await start(name, { ...ids(), ...WITH_ROOM });
    expect((await stream(simulator, { ...low, ...as('levels') })).thought.length).toBe(1_600);
    expect((await stream(simulator, low)).thought.length).toBe(6_000);
  });

  it.each(PARSED)('fills a small cap at %s', async (name) => {
    const simulator = await start(name, WITH_ROOM);
    const read = await stream(simulator, { max_tokens: 100 });
    expect(read).toMatchObject({ text: '', finish: 'length' });
    expect(read.thought.length).toBe(400);
  });

  it('is called `reasoning` by Ollama and vLLM, `reasoning_content` by llama.cpp and LM Studio', async () => {
    const called: Record<string, unknown> = {};
    for (const name of PARSED) {
      const response = await post(await start(name, WITH_ROOM), {});
      const { choices } = fieldsOf(await response.json());
      called[name] = Object.keys(fieldsOf(fieldsOf(Array.isArray(choices) ? choices[0] : null)['message']));
    }
    expect(called).toMatchObject({
      ollama: expect.arrayContaining(['reasoning', 'content']),
      vllm: expect.arrayContaining(['reasoning', 'content']),
      'llama-cpp': expect.arrayContaining(['reasoning_content', 'content']),
      'lm-studio': expect.arrayContaining(['reasoning_content', 'content']),
    });
    const earlier = await stream(await start('vllm', ids()), as('old-name'));
    expect(JSON.stringify(earlier.chunks[0])).toContain('"reasoning_content"');
  });

  it('stays in the text where vLLM has no parser', async () => {
    const simulator = await start('vllm-raw', ids());
    const { text } = await stream(simulator, {});
    expect(text).toMatch(/^<think>\n.{5000,}\n<\/think>\n\n\S/s);
    expect((await stream(simulator, as('closing-only'))).text).toMatch(
      /^(?!<think>).{5000,}\n<\/think>\n\n\S/s,
    );
    expect((await stream(simulator, { reasoning_effort: 'none' })).text).not.toContain('think>');
  });

  it('stays in the text of llama.cpp and LM Studio where they are told to leave it there', async () => {
    const raw = await stream(await start('llama-cpp'), { reasoning_format: 'none' });
    expect(raw.text).toMatch(/^<think>\n.*<\/think>\n\n\S/s);
    const inText = await stream(await start('lm-studio', { ...ids(), ...WITH_ROOM }), as('in-text'));
    expect(inText.text).toMatch(/^<think>\n.*<\/think>\n\n\S/s);
  });

  it('has a budget at llama.cpp and vLLM, and can be hidden at vLLM', async () => {
    const budget = await stream(await start('llama-cpp'), { thinking_budget_tokens: 200 });
    expect(budget.thought.length).toBe(800);
    const simulator = await start('vllm');
    expect((await stream(simulator, { thinking_token_budget: 200 })).thought.length).toBe(800);
    expect((await stream(simulator, { include_reasoning: false })).thought).toBe('');
  });
});

describe('a form', () => {
  const asked = { ...format(), messages, model: 'sim/team' };
  const isJson = (text: string): boolean => text.startsWith('{') && typeof JSON.parse(text) === 'object';

  it.each(['ollama', 'llama-cpp', 'vllm'] as const)('comes after the thinking at %s', async (name) => {
    const read = await stream(await start(name, WITH_ROOM), asked);
    expect(read.thought.length).toBe(6_000);
    expect(isJson(read.text)).toBe(true);
  });

  it('leaves vLLM without a parser no room to think', async () => {
    const read = await stream(await start('vllm-raw'), asked);
    expect(isJson(read.text)).toBe(true);
  });

  it('is not held by Ollama where the model is told not to think', async () => {
    const simulator = await start('ollama', { models: ['sim/team', 'sim/team@generic'], ...WITH_ROOM });
    const off = { ...asked, reasoning_effort: 'none' };
    expect((await stream(simulator, off)).text).toContain('```json');
    expect(isJson((await stream(simulator, { ...off, model: 'sim/team@generic' })).text)).toBe(true);
  });

  it('lands in the thinking of LM Studio, unless the model does not think', async () => {
    const simulator = await start('lm-studio', { models: ['sim/team', 'sim/team@plain'], ...WITH_ROOM });
    const read = await stream(simulator, asked);
    expect(read).toMatchObject({ text: '', finish: 'stop' });
    expect(isJson(read.thought)).toBe(true);
    for (const more of [{ model: 'sim/team@plain' }, { reasoning_effort: 'none' }]) {
      expect(isJson((await stream(simulator, { ...asked, ...more })).text)).toBe(true);
    }
  });
});

describe('what does not fit', () => {
  const usage = { stream_options: { include_usage: true } };

  it('is cut by Ollama without a word, and its figure tells', async () => {
    const simulator = await start('ollama', ids('cached'));
    const read = await stream(simulator, { ...long(5_000), ...usage });
    expect(read.usage['prompt_tokens']).toBe(2_050);
    expect((await stream(simulator, { ...long(1_000), ...usage })).usage['prompt_tokens']).toBe(1_004);
    const told = await stream(simulator, { ...as('cached'), ...usage });
    expect(told.usage['prompt_tokens']).toBe(6);
  });

  it('ends the answer where the context ends', async () => {
    const full = { ...long(3_800), ...as('long') };
    for (const name of ['ollama', 'llama-cpp', 'lm-studio'] as const) {
      const read = await stream(await start(name, { ...ids(), context: 4_096 }), full);
      expect(read).toMatchObject({ text: '', finish: 'length' });
      expect(read.thought.length).toBe(4 * (4_096 - 3_804));
    }
  });

  it('gives a well-formed nothing at LM Studio', async () => {
    const read = await stream(await start('lm-studio'), { ...long(5_000), ...usage });
    expect(read).toMatchObject({ status: 200, text: '', thought: '', finish: 'stop' });
    expect(read.usage['prompt_tokens']).toBe(5_004);
  });
});

describe('usage', () => {
  it.each(['ollama', 'llama-cpp', 'vllm', 'vllm-raw', 'lm-studio'] as const)(
    'is streamed at %s only where it is asked for',
    async (name) => {
      const simulator = await start(name, WITH_ROOM);
      expect((await stream(simulator, {})).usage).toEqual({});
      const asked = await stream(simulator, { stream_options: { include_usage: true } });
      expect(asked.usage).toMatchObject({ prompt_tokens: 13, total_tokens: expect.any(Number) });
    },
  );

  it('comes with timings at llama.cpp', async () => {
    const { chunks } = await stream(await start('llama-cpp'), {});
    expect(chunks.at(-1)).toMatchObject({ timings: { prompt_n: 13 } });
  });
});

describe('lists and calls of their own', () => {
  const ask = async ({ url, apiKey }: AiSimulator, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...fieldsOf(await response.json()) };
  };

  it('of Ollama', async () => {
    const simulator = await start('ollama', ids('plain', 'levels'));
    expect(await ask(simulator, '/v1/models')).toMatchObject({
      data: [{ id: 'sim/fast', object: 'model', owned_by: 'library' }, {}, {}],
    });
    expect(await ask(simulator, '/api/version')).toMatchObject({ version: expect.any(String) });
    expect(await ask(simulator, '/api/tags')).toMatchObject({ models: [{ name: 'sim/fast' }, {}, {}] });
    expect(await ask(simulator, '/api/ps')).toMatchObject({
      models: [{ name: 'sim/fast', context_length: 4_096 }, {}, {}],
    });
    expect(await ask(simulator, '/api/show', { model: 'sim/fast' })).toMatchObject({
      status: 200,
      parameters: expect.stringMatching(/^num_ctx +4096$/m),
      model_info: { 'qwen3.context_length': 40_960 },
      capabilities: ['completion', 'vision', 'tools', 'thinking'],
      thinking: { values: [true, false], default: true },
    });
    expect(await ask(simulator, '/api/show', as('plain'))).toMatchObject({
      capabilities: ['completion', 'vision', 'tools'],
      thinking: { values: [false] },
    });
    expect(await ask(simulator, '/api/show', { model: 'nobody' })).toMatchObject({
      status: 404,
      error: "model 'nobody' not found",
    });
  });

  it('of llama.cpp', async () => {
    const simulator = await start('llama-cpp');
    expect(await ask(simulator, '/v1/models')).toMatchObject({
      data: [{ id: 'sim/fast', owned_by: 'llamacpp', meta: { n_ctx: 16_384, n_ctx_train: 131_072 } }],
    });
    expect(await ask(simulator, '/props')).toMatchObject({
      default_generation_settings: { n_ctx: 16_384 },
      chat_template: expect.stringContaining('enable_thinking'),
      modalities: { vision: true },
    });
    const blind = await start('llama-cpp', { models: ['sim/fast@blind'] });
    expect(await ask(blind, '/props')).toMatchObject({ modalities: { vision: false } });
  });

  it('of vLLM', async () => {
    const simulator = await start('vllm');
    expect(await ask(simulator, '/v1/models')).toMatchObject({
      data: [{ id: 'sim/fast', owned_by: 'vllm', max_model_len: 32_768 }, { id: 'sim/team' }],
    });
    expect(await ask(simulator, '/props')).toEqual({ status: 404, detail: 'Not Found' });
  });

  it('of LM Studio', async () => {
    const simulator = await start('lm-studio', { models: ['sim/fast', 'sim/fast@blind'] });
    expect(await ask(simulator, '/v1/models')).toMatchObject({
      data: [{ id: 'sim/fast', object: 'model', owned_by: 'organization_owner' }, {}],
    });
    expect(await ask(simulator, '/api/v0/models')).toMatchObject({
      data: [
        { type: 'vlm', state: 'loaded', max_context_length: 131_072, loaded_context_length: 4_096 },
        { type: 'llm' },
      ],
    });
    expect(await ask(simulator, '/api/v1/models')).toMatchObject({
      models: [
        { key: 'sim/fast', loaded_instances: [{ config: { context_length: 4_096 } }] },
        { capabilities: { vision: false } },
      ],
    });
  });
});
