import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, plain, post, start } from '../ask-persona.ts';
import type { PersonaName } from '../persona.ts';
import { as, ids, long, PNG, picture } from './ask-local.ts';

/** Self-hosted servers reject and accept the same as the real ones. */

afterEach(closeAll);

/** Persona, request, status, part of the response body, and a request that is accepted instead. */
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
