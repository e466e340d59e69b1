import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { ANSWER } from '../answers.ts';
import {
  cap,
  closeAll,
  completion,
  format,
  HOSTED,
  messages,
  post,
  start,
  stream,
  TAKEN,
} from './ask-persona.ts';
import type { PersonaName } from './persona.ts';
import { fieldsOf, listOf } from './wire-body.ts';

/** Each vendor's server lists, thinks and writes in its own form. */

afterEach(closeAll);

describe('lists', () => {
  it.each(HOSTED)('%s: its models', async (persona) => {
    const { url, apiKey } = await start(persona, { aliases: { 'a/b': 'sim/fast' } });
    const response = await fetch(`${url}/models`, { headers: { authorization: `Bearer ${apiKey}` } });
    const ids = listOf(fieldsOf(await response.json())['data']).map((each) => fieldsOf(each)['id']);
    const prefix = persona === 'gemini' ? 'models/' : '';
    expect(ids).toEqual(['a/b', 'sim/fast', 'sim/team'].map((id) => `${prefix}${id}`));
  });

  it('openrouter: what each model advertises, to whoever asks', async () => {
    const { url } = await start('openrouter', { profiles: { 'sim/team': 'open' } });
    const { data } = fieldsOf(await (await fetch(`${url}/models`)).json());
    const [first, second] = listOf(data).map((each) => fieldsOf(each)['supported_parameters']);
    expect(first).toEqual(expect.arrayContaining(['max_tokens', 'temperature', 'structured_outputs']));
    expect(second).not.toContain('reasoning');
    expect((await fetch(`${url}/key`)).status).toBe(401);
  });
});

/** Persona, request, and finish reason if thinking uses up the cap. */
const THINKS = [
  ['openai', { max_completion_tokens: 200 }, 'length'],
  ['azure', { max_completion_tokens: 200 }, 'length'],
  ['litellm', { max_tokens: 200 }, 'length'],
  ['gemini', { max_tokens: 200 }, 'length'],
  ['mistral', { max_tokens: 200, model: 'sim/fast@magistral' }, 'length'],
  ['mistral', { max_tokens: 200, reasoning_effort: 'high' }, 'length'],
  ['groq', { max_tokens: 200, reasoning_format: 'parsed' }, 'length'],
  ['gateway', { max_tokens: 200, reasoning_effort: 'low' }, 'max_tokens'],
  ['openrouter', { max_tokens: 200 }, 'length'],
  ['anthropic', { max_tokens: 200, thinking: { type: 'enabled', budget_tokens: 1_024 } }, 'length'],
] as const;

describe('thinking', () => {
  it.each(THINKS)('%s: uses the cap up (%o)', async (persona, body, reason) => {
    const simulator = await start(persona);
    const { text, finish } = await stream(simulator, body);
    expect({ text, finish }).toEqual({ text: '', finish: reason });
    expect(simulator.journal.entries[0]?.counts).toMatchObject({ thinking: 200, text: 0 });
  });

  it('leaves the text its room, and the text stops at the cap', async () => {
    const { text, finish, usage } = await stream(await start('gemini'), {
      max_tokens: 410,
      reasoning_effort: 'low',
    });
    expect({ text, finish }).toEqual({ text: ANSWER.slice(0, 40), finish: 'length' });
    expect(usage).toMatchObject({
      completion_tokens: 10,
      total_tokens: Number(usage['prompt_tokens']) + 410,
    });
  });

  it('mistral: comes in parts, and in one piece with its text', async () => {
    const simulator = await start('mistral');
    const body = { max_tokens: 4_000, reasoning_effort: 'high' };
    const { text, thought, usage } = await stream(simulator, body);
    expect(text).toBe(ANSWER);
    expect(thought).toHaveLength(10_000);
    expect(usage).toMatchObject({ completion_tokens: 2_500 + Math.ceil(ANSWER.length / 4) });
    expect(await (await post(simulator, body)).json()).toMatchObject({
      choices: [
        {
          message: {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: [{ type: 'text' }] },
              { type: 'text', text: ANSWER },
            ],
          },
          finish_reason: 'stop',
        },
      ],
    });
  });

  it('mistral: says that the context, not the cap, has ended it', async () => {
    const simulator = await start('mistral', { context: 30 });
    expect((await stream(simulator, cap)).finish).toBe('model_length');
  });

  it('groq: stands in the text, unless it is told otherwise', async () => {
    const simulator = await start('groq');
    const raw = await stream(simulator, completion);
    expect(raw.text).toMatch(/^<think>\n[\s\S]+\n<\/think>\n\n## Summary/);
    expect(raw.chunks.at(-1)).toMatchObject({ x_groq: { usage: {} } });
    const parsed = await stream(simulator, { ...completion, reasoning_format: 'parsed' });
    expect(parsed).toMatchObject({ text: ANSWER, thought: expect.stringContaining('look at them') });
    const hidden = await stream(simulator, { ...completion, reasoning_format: 'hidden' });
    expect(hidden).toMatchObject({ text: ANSWER, thought: '' });
  });

  it('openrouter: is shown twice, and priced', async () => {
    const simulator = await start('openrouter');
    const { thought, chunks, usage } = await stream(simulator, { ...cap, reasoning: { max_tokens: 100 } });
    expect(thought).toHaveLength(400);
    expect(chunks[0]).toMatchObject({
      choices: [{ delta: { reasoning_details: [{ type: 'reasoning.text' }] } }],
    });
    expect(usage).toMatchObject({
      cost: expect.any(Number),
      completion_tokens_details: { reasoning_tokens: 100 },
    });
    const excluded = await stream(simulator, { ...cap, reasoning: { max_tokens: 100, exclude: true } });
    expect(excluded).toMatchObject({ thought: '', text: ANSWER });
  });

  it('openai: is counted and never shown; figures come where they are asked for', async () => {
    const simulator = await start('openai');
    const body = { ...completion, reasoning_effort: 'minimal' };
    expect(await stream(simulator, body)).toMatchObject({ thought: '', text: ANSWER, usage: {} });
    const { usage } = await stream(simulator, { ...body, stream_options: { include_usage: true } });
    expect(usage).toMatchObject({ completion_tokens_details: { reasoning_tokens: 60 } });
  });
});

describe('the form of an answer', () => {
  const planned = { question: expect.any(String), queries: expect.any(Array) };
  const asked = { model: 'sim/team', messages };

  it.each<readonly [PersonaName, object]>([
    ['openai', completion],
    ['anthropic', cap],
    ['gemini', cap],
    ['mistral', cap],
    ['openrouter', cap],
  ])('%s: is held to a schema', async (persona, body) => {
    const { text } = await stream(await start(persona), { ...asked, ...body, ...format() });
    expect(JSON.parse(text)).toEqual(planned);
  });

  it.each<readonly [PersonaName, object]>([
    ['gateway', { ...cap, ...format() }],
    ['openrouter', { ...cap, ...format(), model: 'sim/team@open' }],
    ['mistral', cap],
    ['groq', { ...completion, reasoning_format: 'hidden' }],
  ])(
    '%s: is what the prompt asks for, in a fence, where nothing holds the model to it',
    async (persona, body) => {
      const { text } = await stream(await start(persona), { ...asked, ...body });
      const [, fenced = ''] = /^Here is [^\n]*\n\n```json\n([\s\S]*)\n```$/.exec(text) ?? [];
      expect(JSON.parse(fenced)).toEqual(planned);
    },
  );
});

describe('the wire', () => {
  it.each(['end_turn', 'eos', 'eos_token', 'STOP', 'end'])('gateway: finishes with %s', async (reason) => {
    const read = await stream(await start('gateway'), { ...cap, model: `sim/fast@${reason}` });
    expect(read).toMatchObject({ text: ANSWER, finish: reason });
  });

  it('gateway: finishes without a word', async () => {
    const read = await stream(await start('gateway'), { ...cap, model: 'sim/fast@none' });
    expect(read).toMatchObject({ text: ANSWER, finish: undefined });
  });

  it('azure: tells what its filter says before all else, and takes its own header', async () => {
    const simulator = await start('azure');
    const { chunks } = await stream(simulator, completion);
    expect(chunks[0]).toMatchObject({ id: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] });
    const headers = { 'api-key': simulator.apiKey };
    expect((await fetch(`${simulator.url}/models`, { headers })).status).toBe(200);
  });

  it('keeps the small request of a server that starts, in which a thinking model has no word left', async () => {
    const simulator = await start('gemini');
    const body = { messages: [{ role: 'user', content: 'ping' }], max_tokens: 16 };
    expect(await stream(simulator, body)).toMatchObject({ text: '', finish: 'length' });
    expect(simulator.journal.entries).toHaveLength(1);
  });

  it.each(HOSTED)('%s: is read by the openai package', async (persona) => {
    const { url, apiKey } = await start(persona);
    const client = new OpenAI({ baseURL: url, apiKey, maxRetries: 0 });
    const body = {
      model: 'sim/fast',
      messages: [{ role: 'user' as const, content: 'Hello' }],
      stream: true as const,
    };
    let read = '';
    let isFinished = false;
    for await (const chunk of await client.chat.completions.create({ ...body, ...TAKEN[persona] })) {
      read += chunk.choices[0]?.delta.content ?? '';
      isFinished ||= (chunk.choices[0]?.finish_reason ?? null) !== null;
    }
    expect(read).toContain(ANSWER);
    expect(isFinished).toBe(true);
    expect((await client.models.list()).data.map(({ id }) => id)).toHaveLength(2);
  });
});
