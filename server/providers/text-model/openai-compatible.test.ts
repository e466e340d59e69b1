import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANSWER, LONG_ANSWER, MANY_BYTES } from '#simulators/ai/answers.ts';
import { type AiSimulator, startAiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { ask, connectTo, requestFor } from '#tests/worlds/ask-simulator.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

describe('a complete answer', () => {
  it.each([
    ['sim/fast', ANSWER],
    ['sim/slow-100', ANSWER],
    ['sim/long', LONG_ANSWER],
    ['sim/comments', ANSWER],
    ['sim/crlf', ANSWER],
    ['sim/bytes', MANY_BYTES],
    ['sim/halves', '🎉 done'],
    ['sim/reasoning', ANSWER],
    ['sim/reasoning-content', ANSWER],
    ['sim/usage-no-choices', ANSWER],
    ['sim/unknown-fields', ANSWER],
    ['sim/one-piece', ANSWER],
    ['sim/nul', 'beforeafter'],
    ['sim/invalid-utf8', 'before \ufffd\ufffd after'],
  ])('of %s is complete, and streamed as it is returned', async (model, text) => {
    const { result, streamed } = await ask(simulator, model);
    expect(result).toMatchObject({ text, finish: 'stop', model });
    expect(streamed).toBe(text);
  });

  it('never splits a character', async () => {
    const deltas: string[] = [];
    await connectTo(simulator).complete(requestFor('sim/halves'), {
      signal: new AbortController().signal,
      onText: (delta) => deltas.push(delta),
    });
    expect(deltas.every((delta) => delta.isWellFormed())).toBe(true);
  });

  it.each(['sim/fast', 'sim/usage-no-choices'])(
    'of %s includes the usage that follows the finish reason',
    async (model) => {
      const { result } = await ask(simulator, model);
      const promptTokens = 4 + Math.ceil('Say something.'.length / 4);
      const completionTokens = Math.ceil(ANSWER.length / 4);
      expect(result?.usage).toEqual({
        promptTokens,
        completionTokens,
        cost: Number(((promptTokens + completionTokens) * 0.000_001).toFixed(9)),
      });
    },
  );

  it('has an unknown cost if the provider does not report it', async () => {
    expect((await ask(simulator, 'sim/no-usage')).result?.usage).toBeNull();
  });

  it('reports the generation id once, before the text', async () => {
    const events: string[] = [];
    const result = await connectTo(simulator).complete(requestFor('sim/fast'), {
      signal: new AbortController().signal,
      onText: () => events.push('text'),
      onGenerationId: (id) => events.push(id),
    });
    expect(events[0]).toBe(result.generationId);
    expect(simulator.journal.entries[0]?.generationId).toBe(result.generationId);
    expect(events.filter((event) => event !== 'text')).toHaveLength(1);
  });

  it('that stops at its cap is reported as such', async () => {
    expect((await ask(simulator, 'sim/length')).result?.finish).toBe('length');
  });

  it.each(['sim/cut-after-finish', 'sim/stall-after-finish'])(
    'of %s is accepted although the connection was lost before usage arrived',
    async (model) => {
      const { result } = await ask(simulator, model);
      expect(result).toMatchObject({ text: ANSWER, finish: 'stop', usage: null });
    },
  );

  it('may take longer than the allowed silence if comments arrive', async () => {
    const { result } = await ask(simulator, 'sim/thinks-1500', {
      options: { patience: { silenceMs: 700, firstSignMs: 700 } },
    });
    expect(result?.text).toBe(ANSWER);
  });

  it('may start later than the silence allowed between its parts', async () => {
    const { result } = await ask(simulator, 'sim/first-token-1200', {
      options: { patience: { silenceMs: 600 } },
    });
    expect(result?.text).toBe(ANSWER);
  });
});

describe('a completed call', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['well', 'data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n'],
    ['badly', 'data: }{\n\n'],
  ])('%s leaves no timer behind', async (_how, body) => {
    vi.useFakeTimers();
    const headers = { 'content-type': 'text/event-stream' };
    await ask(simulator, 'any', { options: { fetch: async () => new Response(body, { headers }) } });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a cancelled call', () => {
  it('is closed at the provider in the middle of its answer', async () => {
    const controller = new AbortController();
    const call = ask(simulator, 'sim/slow-5000', { signal: controller.signal });
    await simulator.journal.waitFor((entry) => entry.request !== null);
    setTimeout(() => controller.abort(), 200);
    const { error, streamed } = await call;
    expect(error).toMatchObject({ kind: 'aborted', retryable: false });
    expect(streamed).not.toBe('');
    expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
  });

  it('sends no request if it was cancelled before', async () => {
    const { error } = await ask(simulator, 'sim/fast', { signal: AbortSignal.abort() });
    expect(error?.kind).toBe('aborted');
    expect(simulator.journal.entries).toEqual([]);
  });
});

describe('the key', () => {
  it('is never repeated, nor is the request', async () => {
    const { error } = await ask(simulator, 'sim/echo', { content: 'Title: a private matter' });
    expect(error?.message).toContain('[key]');
    const told = JSON.stringify([error?.message, error?.stack, error?.cause]);
    expect(told).not.toContain(simulator.apiKey);
    expect(told).not.toContain('private matter');
  });

  it('is not sent to a redirect', async () => {
    await ask(simulator, 'sim/redirect');
    expect(simulator.journal.entries.map((entry) => entry.path)).toEqual(['/v1/chat/completions']);
  });

  it('that is no valid header value is refused without showing it', () => {
    const create = () => connectTo(simulator, { apiKey: 'sk-secret\nvalue' });
    expect(create).toThrow(/key of the provider/);
    expect(create).not.toThrow(/secret/);
  });

  it('that is wrong is reported as the operator’s failure', async () => {
    const { error } = await ask(simulator, 'sim/fast', { options: { apiKey: 'another' } });
    expect(error).toMatchObject({ kind: 'auth', retryable: false, status: 401 });
  });
});

describe('the address', () => {
  it.each([
    'nonsense',
    'ftp://example.org/v1',
    'https://user:pass@example.org/v1',
    'https://example.org/v1?a=b',
  ])('is refused when it is %s', (baseUrl) => {
    expect(() => connectTo(simulator, { baseUrl })).toThrow(TypeError);
  });

  it('may end in a slash', async () => {
    expect(
      (await ask(simulator, 'sim/fast', { options: { baseUrl: `${simulator.url}/` } })).result?.text,
    ).toBe(ANSWER);
  });
});

describe('the model list', () => {
  it('is returned', async () => {
    expect(await connectTo(simulator).listModels(new AbortController().signal)).toContainEqual({
      id: 'sim/fast',
      price: { prompt: 0.000001, completion: 0.000001 },
      endsOn: null,
      window: 128_000,
      takes: ['max_tokens', 'temperature', 'stop', 'seed'],
      thinks: false,
      sees: false,
    });
  });

  it.each([
    ['OpenRouter', { context_length: 8_192 }, 8_192],
    ['vLLM', { max_model_len: 8_192 }, 8_192],
    ['llama.cpp, as it is served', { meta: { n_ctx: 4_096, n_ctx_train: 131_072 } }, 4_096],
    ['… of several', { context_length: 131_072, meta: { n_ctx: 4_096 }, status: { value: 'loaded' } }, 4_096],
    ['a server that says nothing of it', {}, undefined],
    ['a server that says nonsense', { context_length: -1, meta: 'x' }, undefined],
  ])('has the context: %s', async (_server, said, window) => {
    const answer = async () => Response.json({ data: [{ id: 'm', ...said }] });
    const listed = await connectTo(simulator, { fetch: answer }).listModels(new AbortController().signal);
    expect(listed?.[0]?.window).toBe(window);
  });

  it('has the context of one of llama.cpp’s several models once that is loaded, and keeps it', async () => {
    let isLoaded = false;
    const asked: string[] = [];
    // As llama-server b11669 answers when it is started with `--models-dir` and `-c 4096`.
    const answer = async (url: string | URL | Request): Promise<Response> => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url);
      if (pathname === '/props') {
        asked.push(search);
        return isLoaded
          ? Response.json({ default_generation_settings: { n_ctx: 4_096 }, chat_template: '<think>' })
          : Response.json({ error: { code: 400, message: 'model is not loaded' } }, { status: 400 });
      }
      const status = { value: isLoaded ? 'loaded' : 'unloaded' };
      const served = { owned_by: 'llamacpp', context_length: 131_072, status };
      return Response.json({ data: ['a', 'b c'].map((id) => ({ id, ...served })) });
    };
    const model = connectTo(simulator, { fetch: answer });
    const list = async () =>
      (await model.listModels(new AbortController().signal, ['b c']))?.find(({ id }) => id === 'b c');
    expect(await list()).toMatchObject({ window: 131_072, isWindowGuessed: true });
    isLoaded = true;
    const loaded = { window: 4_096, isWindowGuessed: false, thinks: true };
    expect(await list()).toMatchObject(loaded);
    isLoaded = false;
    expect(await list()).toMatchObject(loaded);
    expect(new Set(asked)).toEqual(new Set(['?model=b+c&autoload=false']));
  });

  it('is unknown if the server has none', async () => {
    const model = connectTo(simulator, { baseUrl: simulator.url.replace('/v1', '/v2') });
    expect(await model.listModels(new AbortController().signal)).toBeNull();
  });

  it('is refused with a wrong key', async () => {
    const asked = connectTo(simulator, { apiKey: 'another' }).listModels(new AbortController().signal);
    await expect(asked).rejects.toMatchObject({ kind: 'auth' });
  });

  it('is not awaited after a cancellation', async () => {
    await expect(connectTo(simulator).listModels(AbortSignal.abort())).rejects.toMatchObject({
      kind: 'aborted',
    });
  });
});
