import { afterEach, describe, expect, it } from 'vitest';
import type { AiSimulator } from '../../start-ai-simulator.ts';
import { closeAll, format, messages, post, start, stream } from '../ask-persona.ts';
import { fieldsOf } from '../wire-body.ts';
import { as, ids, long } from './ask-local.ts';

/** Self-hosted servers answer in the forms of the real ones. */

afterEach(closeAll);

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
