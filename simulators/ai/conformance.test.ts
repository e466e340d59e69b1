import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import OpenAI, { APIError } from 'openai';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWER, MANY_BYTES } from './answers.ts';
import { type AiSimulator, startAiSimulator } from './start-ai-simulator.ts';

/**
 * Our own client can't judge whether the simulator speaks the protocol: independent clients must read its answers,
 * and report its failures as failures.
 */

let simulator: AiSimulator;
let openai: OpenAI;

beforeAll(async () => {
  simulator = await startAiSimulator();
  openai = new OpenAI({ baseURL: simulator.url, apiKey: simulator.apiKey, maxRetries: 0 });
});
afterAll(() => simulator.close());

const model = (id: string) =>
  createOpenAICompatible({ name: 'simulated', baseURL: simulator.url, apiKey: simulator.apiKey })(id);

/** Answers in forms that every client must handle. */
const READABLE = [
  ['sim/fast', ANSWER],
  ['sim/comments', ANSWER],
  ['sim/crlf', ANSWER],
  ['sim/bytes', MANY_BYTES],
  ['sim/reasoning', ANSWER],
  ['sim/reasoning-content', ANSWER],
  ['sim/usage-no-choices', ANSWER],
  ['sim/no-usage', ANSWER],
  ['sim/unknown-fields', ANSWER],
] as const;

const messages = [{ role: 'user' as const, content: 'Hello' }];

describe('the openai package', () => {
  it.each(READABLE)('reads the stream of %s', async (id, text) => {
    const stream = await openai.chat.completions.create({
      model: id,
      messages,
      max_tokens: 100,
      stream: true,
    });
    let read = '';
    let finish: string | null = null;
    let total: number | undefined;
    for await (const chunk of stream) {
      read += chunk.choices[0]?.delta.content ?? '';
      finish = chunk.choices[0]?.finish_reason ?? finish;
      total = chunk.usage?.total_tokens ?? total;
    }
    expect({ read, finish }).toEqual({ read: text, finish: 'stop' });
    if (id !== 'sim/no-usage') expect(total).toBe(4 + 2 + Math.ceil(text.length / 4));
  });

  it('reads an answer in one piece, its figures and its models', async () => {
    const answer = await openai.chat.completions.create({
      model: 'sim/fast',
      messages,
      max_completion_tokens: 100,
    });
    expect(answer.choices[0]).toMatchObject({ message: { content: ANSWER }, finish_reason: 'stop' });
    expect(answer.usage).toMatchObject({ prompt_tokens: 6, completion_tokens: Math.ceil(ANSWER.length / 4) });
    expect((await openai.models.list()).data.map((each) => each.id)).toContain('sim/fast');
  });

  it.each([
    ['sim/fail-429-retry-1', 429],
    ['sim/fail-moderation', 403],
    ['sim/html-502', 502],
    ['sim/no-such-script', 400],
  ])('meets %s as status %d', async (id, status) => {
    const asked = openai.chat.completions.create({ model: id, messages, max_tokens: 100, stream: true });
    await expect(asked).rejects.toMatchObject({ status });
    await expect(asked).rejects.toBeInstanceOf(APIError);
  });

  it('meets an error in mid-stream as an error', async () => {
    const request = { model: 'sim/error-midstream', messages, max_tokens: 100, stream: true } as const;
    const stream = await openai.chat.completions.create(request);
    const read = async (): Promise<void> => {
      for await (const chunk of stream) expect(chunk.choices).toBeDefined();
    };
    await expect(read()).rejects.toBeInstanceOf(APIError);
  });
});

describe('the ai package', () => {
  it.each(READABLE)('reads the stream of %s', async (id, text) => {
    const result = streamText({ model: model(id), prompt: 'Hello', maxOutputTokens: 100, maxRetries: 0 });
    let read = '';
    for await (const delta of result.textStream) read += delta;
    expect({ read, finish: await result.finishReason }).toEqual({ read: text, finish: 'stop' });
  });

  it('reads an answer in one piece', async () => {
    const { text, usage } = await generateText({
      model: model('sim/fast'),
      prompt: 'Hello',
      maxOutputTokens: 100,
    });
    expect(text).toBe(ANSWER);
    expect(usage.outputTokens).toBe(Math.ceil(ANSWER.length / 4));
  });

  it('meets a refused request as an error', async () => {
    const asked = generateText({
      model: model('sim/fail-503'),
      prompt: 'Hello',
      maxOutputTokens: 100,
      maxRetries: 0,
    });
    await expect(asked).rejects.toMatchObject({ statusCode: 503 });
  });
});

describe('plain fetch', () => {
  const post = (body: unknown, key = simulator.apiKey): Promise<Response> =>
    fetch(`${simulator.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const good = { model: 'sim/fast', messages, max_tokens: 10 };

  it.each([
    ['an unknown field', { ...good, max_token: 10 }, 400],
    ['no cap', { model: 'sim/fast', messages }, 402],
    ['two caps', { ...good, max_completion_tokens: 10 }, 400],
    ['no messages', { ...good, messages: [] }, 400],
    ['a message with an unknown field', { ...good, messages: [{ role: 'user', content: 'x', id: 1 }] }, 400],
    ['an unknown model', { ...good, model: 'sim/nothing' }, 400],
    ['a temperature of 3', { ...good, temperature: 3 }, 400],
    ['what is no object', 'text', 400],
  ])('is refused for %s', async (_what, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: status } });
  });

  it('is refused with a wrong key and on unknown paths', async () => {
    expect((await post(good, 'wrong')).status).toBe(401);
    const headers = { authorization: `Bearer ${simulator.apiKey}` };
    expect((await fetch(`${simulator.url}/nothing`, { headers })).status).toBe(404);
  });

  it('finds its request and its end in the journal', async () => {
    simulator.journal.clear();
    const controller = new AbortController();
    const response = await fetch(`${simulator.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulator.apiKey}` },
      body: JSON.stringify({ ...good, model: 'sim/slow-5000', stream: true }),
      signal: controller.signal,
    });
    expect(response.headers.get('x-generation-id')).toBe(simulator.journal.entries[0]?.generationId);
    controller.abort();
    const entry = await simulator.journal.waitFor((each) => each.end !== 'open');
    expect(entry).toMatchObject({ path: '/v1/chat/completions', end: 'aborted', status: 200 });
    expect(entry.request?.model).toBe('sim/slow-5000');
  });

  it('sees a flaky model fail as often as it says, each tag on its own', async () => {
    const statuses: number[] = [];
    for (const tag of ['a', 'a', 'a', 'b']) {
      statuses.push((await post({ ...good, model: `sim/flaky-2-fail-503@${tag}` })).status);
    }
    expect(statuses).toEqual([503, 503, 200, 503]);
  });
});

describe('pictures', () => {
  const read = (data: string | undefined) => sharp(Buffer.from(data ?? '', 'base64')).metadata();

  it('are made for the openai package', async () => {
    const { data, usage } = await openai.images.generate({
      model: 'gpt-image-2.5-flare',
      prompt: 'A red and a blue half',
      n: 1,
      size: '1536x1024',
      quality: 'low',
      moderation: 'low',
      output_format: 'webp',
      background: 'transparent',
    });
    const picture = await read(data?.[0]?.b64_json);
    expect(picture).toMatchObject({ format: 'webp', width: 1536, height: 1024, hasAlpha: true });
    expect(usage?.output_tokens).toBe(272);
  });

  it('are changed for the openai package, whichever way it names the file', async () => {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const file = new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });
    for (const image of [file, [file]]) {
      const { data } = await openai.images.edit({
        model: 'gpt-image-1.5',
        image,
        prompt: 'Darker',
        size: '1024x1024',
      });
      expect(await read(data?.[0]?.b64_json)).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    }
  });

  it.each([
    ['a dead model', { model: 'gpt-image-1' }],
    ['a size that the model does not take', { model: 'gpt-image-1.5', size: '1792x1024' }],
    ['a size off the grid', { model: 'gpt-image-2', size: '1000x1000' }],
    ['a field of models that are gone', { model: 'gpt-image-2', response_format: 'b64_json' }],
    ['a transparent JPEG', { model: 'gpt-image-2', background: 'transparent', output_format: 'jpeg' }],
  ])('are refused: %s', async (_what, fields) => {
    const body = JSON.stringify({ prompt: 'A red and a blue half', ...fields });
    const response = await fetch(`${simulator.url}/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulator.apiKey}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
  });
});

describe('the simulator', () => {
  it.each(['0.0.0.0', '::', '192.168.0.1', 'example.org'])('refuses to listen on %s', async (host) => {
    await expect(startAiSimulator({ host })).rejects.toThrow('loopback only');
  });

  it('plays a script under another name', async () => {
    const other = await startAiSimulator({ aliases: { 'vendor/fast': 'sim/fast' } });
    const client = new OpenAI({ baseURL: other.url, apiKey: other.apiKey, maxRetries: 0 });
    const answer = await client.chat.completions.create({ model: 'vendor/fast', messages, max_tokens: 10 });
    expect(answer.model).toBe('vendor/fast');
    expect(answer.choices[0]?.message.content).toBe(ANSWER);
    await other.close();
  });
});
