import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '#server/lib/log.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import type { DataCollection } from './dialect.ts';
import { createModelMemory } from './model-memory.ts';
import { createOpenAiCompatibleTextModel } from './openai-compatible.ts';
import type { TextRequest } from './text-model.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

/** Creates a model with that base URL, whose requests go to the simulator. */
function createModelAt(baseUrl: string, dataCollection?: DataCollection) {
  return createOpenAiCompatibleTextModel({
    baseUrl,
    apiKey: simulator.apiKey,
    log: silentLog,
    ...(dataCollection && { dataCollection }),
    fetch: (input, init) => {
      if (typeof input !== 'string') throw new TypeError('an address as text was expected');
      return fetch(input.replace(baseUrl, simulator.url), init);
    },
  });
}

async function bodiesOf(
  baseUrl: string,
  model = 'sim/fast',
  more: Partial<TextRequest> = {},
): Promise<unknown[]> {
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  await createModelAt(baseUrl).complete(
    { model, messages, maxTokens: 300, temperature: 0.3, effort: 'low', ...more },
    { signal: new AbortController().signal, onText: () => {} },
  );
  return simulator.journal.entries.map((entry) => entry.body);
}

const always = { model: 'sim/fast', messages: [{ role: 'user', content: 'Hello' }], stream: true };

describe('a request', () => {
  it('to OpenRouter disables prompt compression and asks for little thinking', async () => {
    expect(await bodiesOf('https://openrouter.ai/api/v1')).toEqual([
      {
        ...always,
        max_tokens: 300,
        temperature: 0.3,
        plugins: [{ id: 'context-compression', enabled: false }],
        provider: { data_collection: 'deny' },
        reasoning: { effort: 'low' },
      },
    ]);
  });

  it('with a schema requires a provider that enforces it, from a router', async () => {
    const schema = {
      type: 'object',
      properties: { done: { type: 'boolean' } },
      required: ['done'],
      additionalProperties: false,
    };
    const shape = { name: 'done', schema };
    const [router] = await bodiesOf('https://openrouter.ai/api/v1', 'sim/fast', { shape });
    expect(router).toHaveProperty('provider', { data_collection: 'deny', require_parameters: true });
    simulator.journal.clear();
    const [other] = await bodiesOf('https://api.openai.com/v1', 'sim/fast', { shape });
    expect(other).not.toHaveProperty('provider');
  });

  it('for a search stops at its cost limit, and requires a provider that can search', async () => {
    const webSearch = { maxResults: 5, maxUsd: 0.02 };
    const [router] = await bodiesOf('https://openrouter.ai/api/v1', 'sim/fast', { webSearch });
    expect(router).toMatchObject({
      provider: { data_collection: 'deny', require_parameters: true },
      stop_server_tools_when: [{ type: 'max_cost', max_cost_in_dollars: 0.02 }],
    });
    simulator.journal.clear();
    const [other] = await bodiesOf('https://api.openai.com/v1', 'sim/fast', { webSearch });
    expect(other).not.toHaveProperty('stop_server_tools_when');
  });

  it('excludes providers above the maximum price, from a router', async () => {
    const maxPrice = { prompt: 0.000_000_15, completion: 0.000_002_5 };
    const [router] = await bodiesOf('https://openrouter.ai/api/v1', 'sim/fast', { maxPrice });
    expect(router).toHaveProperty('provider.max_price', { prompt: '0.15', completion: '2.5' });
    simulator.journal.clear();
    const [other] = await bodiesOf('https://api.openai.com/v1', 'sim/fast', { maxPrice });
    expect(other).not.toHaveProperty('provider');
  });

  it('may use providers that retain it if an operator allows that', async () => {
    const baseUrl = 'https://openrouter.ai/api/v1';
    await createModelAt(baseUrl, 'allow').complete(
      { model: 'sim/fast', messages: [{ role: 'user', content: 'Hello' }], maxTokens: 300, temperature: 0.3 },
      { signal: new AbortController().signal, onText: () => {} },
    );
    expect(simulator.journal.entries[0]?.body).toHaveProperty('provider', { data_collection: 'allow' });
  });

  it('reserves tokens for thinking on top of the text, whether or not it can be requested', async () => {
    const thinking = { effort: 'high', thinkingTokens: 6000 } as const;
    const [router] = await bodiesOf('https://openrouter.ai/api/v1', 'sim/fast', thinking);
    expect(router).toMatchObject({ max_tokens: 6300, reasoning: { effort: 'high' } });
    simulator.journal.clear();
    const [local] = await bodiesOf('http://ollama:11434/v1', 'sim/fast', thinking);
    expect(local).toMatchObject({ max_tokens: 6300 });
  });

  it('to OpenAI names the cap as OpenAI does and asks for usage', async () => {
    expect(await bodiesOf('https://api.openai.com/v1')).toEqual([
      {
        ...always,
        max_completion_tokens: 300,
        temperature: 0.3,
        stream_options: { include_usage: true },
        reasoning_effort: 'low',
      },
    ]);
  });

  it.each(['http://localhost:11434/v1', 'http://ollama:11434/v1', 'http://192.168.1.20:8080/v1'])(
    'to a self-hosted server (%s) uses the common name of the cap and asks for usage',
    async (baseUrl) => {
      expect(await bodiesOf(baseUrl)).toEqual([
        { ...always, max_tokens: 300, temperature: 0.3, stream_options: { include_usage: true } },
      ]);
    },
  );

  it('to an unknown host sends nothing that it might not know', async () => {
    expect(await bodiesOf('https://models.example.org/v1')).toEqual([
      { ...always, max_tokens: 300, temperature: 0.3 },
    ]);
  });

  it.each([
    ['temperature', 'https://api.openai.com/v1'],
    ['reasoning_effort', 'https://api.openai.com/v1'],
    ['max_tokens', 'https://models.example.org/v1'],
    ['max_completion_tokens', 'https://api.openai.com/v1'],
    ['stream_options', 'http://localhost:8000/v1'],
  ])('whose %s is refused by name is repeated without it', async (field, baseUrl) => {
    const [first, second, ...more] = await bodiesOf(baseUrl, `sim/refuses-${field}`);
    expect(first).toHaveProperty(field);
    expect(second).not.toHaveProperty(field);
    expect(more).toEqual([]);
  });

  const SHAPE = {
    name: 'plan',
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  };
  const formats = (bodies: readonly unknown[]) =>
    z
      .array(z.object({ response_format: z.object({ json_schema: z.object({}).loose() }).optional() }))
      .parse(bodies)
      .map((body) => body.response_format?.json_schema ?? null);

  it('whose schema is refused without naming it is repeated without strict, then without the schema', async () => {
    const strict = { ...SHAPE, strict: true };
    const router = await bodiesOf('https://openrouter.ai/api/v1', 'sim/no-strict-schema', { shape: SHAPE });
    expect(formats(router)).toEqual([strict, SHAPE]);
    simulator.journal.clear();
    const local = await bodiesOf('http://localhost:1234/v1', 'sim/no-schema', { shape: SHAPE });
    expect(formats(local)).toEqual([strict, SHAPE, null]);
  });

  it.each([
    ['sim/fail-404', 3],
    ['sim/fail-400', 3],
    ['sim/fail-context-llama', 1],
    ['sim/fail-content_policy_violation', 1],
    ['sim/fail-402', 1],
  ])(
    'with a schema that fails for another reason fails with it (%s, %i requests)',
    async (model, requests) => {
      await expect(bodiesOf('http://localhost:1234/v1', model, { shape: SHAPE })).rejects.toThrow(
        'the provider failed',
      );
      expect(simulator.journal.entries).toHaveLength(requests);
    },
  );

  it('remembers that a model supports no schema', async () => {
    const model = createModelAt('http://localhost:1234/v1');
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const request = { model: 'sim/no-schema', messages, maxTokens: 300, temperature: 0.3, shape: SHAPE };
    for (let round = 0; round < 2; round += 1) {
      await model.complete(request, { signal: new AbortController().signal, onText: () => {} });
    }
    expect(simulator.journal.entries).toHaveLength(4);
  });

  it('omits what the same model refused before', async () => {
    const model = createModelAt('https://api.openai.com/v1');
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const request = { model: 'sim/refuses-temperature', messages, maxTokens: 300, temperature: 0.3 };
    for (let round = 0; round < 2; round += 1) {
      await model.complete(request, { signal: new AbortController().signal, onText: () => {} });
    }
    expect(simulator.journal.entries).toHaveLength(3);
  });
});

describe('a refusal', () => {
  const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };
  const ask = { messages: [{ role: 'user' as const, content: 'Hello' }], maxTokens: 300, temperature: 0.3 };
  const options = { signal: new AbortController().signal, onText: () => {} };

  it('that names no field is only believed for some hours, and not stored', async () => {
    const memory = createModelMemory();
    const model = createOpenAiCompatibleTextModel({
      baseUrl: simulator.url,
      apiKey: simulator.apiKey,
      log: silentLog,
      memory,
    });
    const request = { ...ask, model: 'sim/no-schema', shape: { name: 'plan', schema: SCHEMA } };
    await model.complete(request, options);
    await model.complete(request, options);
    expect(simulator.journal.entries).toHaveLength(4);
    expect(memory.read('sim/no-schema').dialect).toBeNull();
  });

  it('of a prompt that does not fit teaches nothing about the cap', async () => {
    const small = await startAiSimulator({ context: { tokens: 2_000, beyond: 'refuse' } });
    const memory = createModelMemory();
    const model = createOpenAiCompatibleTextModel({
      baseUrl: small.url,
      apiKey: small.apiKey,
      log: silentLog,
      memory,
    });
    const failed = model.complete({ ...ask, model: 'sim/fast', maxTokens: 4_000 }, options);
    await expect(failed).rejects.toMatchObject({ kind: 'context' });
    expect(small.journal.entries).toHaveLength(1);
    expect(memory.read('sim/fast').dialect).toBeNull();
    await small.close();
  });
});
