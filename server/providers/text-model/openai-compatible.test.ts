import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { ANSWER, LONG_ANSWER, MANY_BYTES } from '#simulators/ai/answers.ts';
import { BEFORE_THE_BREAK } from '#simulators/ai/scripts/broken-streams.ts';
import { startAiSimulator, type AiSimulator } from '#simulators/ai/start-ai-simulator.ts';
import { createOpenAiCompatibleTextModel, type OpenAiCompatibleOptions } from './openai-compatible.ts';
import { TextModelError, type TextFailure, type TextRequest, type TextResult } from './text-model.ts';

let simulator: AiSimulator;

beforeAll(async () => {
  simulator = await startAiSimulator();
});
afterEach(() => simulator.journal.clear());
afterAll(() => simulator.close());

function createModel(options: Partial<OpenAiCompatibleOptions> = {}) {
  return createOpenAiCompatibleTextModel({
    baseUrl: simulator.url,
    apiKey: simulator.apiKey,
    log: silentLog,
    ...options,
  });
}

function requestFor(model: string, content = 'Say something.'): TextRequest {
  return { model, messages: [{ role: 'user', content }], maxTokens: 500, temperature: 0.7 };
}

interface Outcome {
  readonly result: TextResult | null;
  readonly error: TextModelError | null;
  readonly streamed: string;
  readonly generationIds: readonly string[];
}

async function complete(
  model: string,
  given: { options?: Partial<OpenAiCompatibleOptions>; content?: string; signal?: AbortSignal } = {},
): Promise<Outcome> {
  let streamed = '';
  const generationIds: string[] = [];
  const seen = { get: () => ({ streamed, generationIds }) };
  try {
    const result = await createModel(given.options).complete(requestFor(model, given.content), {
      signal: given.signal ?? new AbortController().signal,
      onText: (delta) => {
        streamed += delta;
      },
      onGenerationId: (id) => generationIds.push(id),
    });
    return { result, error: null, ...seen.get() };
  } catch (error) {
    if (!(error instanceof TextModelError)) throw error;
    return { result: null, error, ...seen.get() };
  }
}

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
  ])('of %s is read whole, and streamed as it is returned', async (model, text) => {
    const { result, streamed } = await complete(model);
    expect(result).toMatchObject({ text, finish: 'stop', model });
    expect(streamed).toBe(text);
  });

  it('never hands over half a character', async () => {
    const deltas: string[] = [];
    await createModel().complete(requestFor('sim/halves'), {
      signal: new AbortController().signal,
      onText: (delta) => deltas.push(delta),
    });
    expect(deltas.every((delta) => delta.isWellFormed())).toBe(true);
  });

  it.each(['sim/fast', 'sim/usage-no-choices'])(
    'of %s brings the figures that come after the finish reason',
    async (model) => {
      const { result } = await complete(model);
      const promptTokens = 4 + Math.ceil('Say something.'.length / 4);
      const completionTokens = Math.ceil(ANSWER.length / 4);
      expect(result?.usage).toEqual({
        promptTokens,
        completionTokens,
        cost: Number(((promptTokens + completionTokens) * 0.000_001).toFixed(9)),
      });
    },
  );

  it('says that its cost is unknown where the provider is silent about it', async () => {
    expect((await complete('sim/no-usage')).result?.usage).toBeNull();
  });

  it('tells the generation id once, before the text', async () => {
    const events: string[] = [];
    const result = await createModel().complete(requestFor('sim/fast'), {
      signal: new AbortController().signal,
      onText: () => events.push('text'),
      onGenerationId: (id) => events.push(id),
    });
    expect(events[0]).toBe(result.generationId);
    expect(simulator.journal.entries[0]?.generationId).toBe(result.generationId);
    expect(events.filter((event) => event !== 'text')).toHaveLength(1);
  });

  it('that stops at its cap says so', async () => {
    expect((await complete('sim/length')).result?.finish).toBe('length');
  });

  it.each(['sim/cut-after-finish', 'sim/stall-after-finish'])(
    'of %s counts although the connection was lost before usage came',
    async (model) => {
      const startedAt = performance.now();
      const { result } = await complete(model);
      expect(result).toMatchObject({ text: ANSWER, finish: 'stop', usage: null });
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    },
  );

  it('may take longer than the allowed silence as long as comments come', async () => {
    const { result } = await complete('sim/thinks-400', { options: { idleMs: 200, firstTokenMs: 200 } });
    expect(result?.text).toBe(ANSWER);
  });

  it('may begin later than the silence allowed between its parts', async () => {
    const { result } = await complete('sim/first-token-300', { options: { idleMs: 100 } });
    expect(result?.text).toBe(ANSWER);
  });
});

const LATER: readonly TextFailure[] = ['rate', 'upstream', 'truncated', 'empty', 'protocol'];

/** Model, failure, and whether trying again may help where that is not plain from the failure. */
const FAILURES: readonly (readonly [model: string, kind: TextFailure, retryable?: boolean])[] = [
  ['sim/fail-invalid_request', 'request'],
  ['sim/fail-invalid_prompt', 'request'],
  ['sim/fail-string_too_long', 'request'],
  ['sim/fail-context_length_exceeded', 'context'],
  ['sim/fail-max_tokens_exceeded', 'context'],
  ['sim/fail-token_limit_exceeded', 'context'],
  ['sim/fail-context-llama', 'context'],
  ['sim/fail-context-500', 'context'],
  ['sim/fail-content_policy_violation', 'refused'],
  ['sim/fail-refusal', 'refused'],
  ['sim/fail-moderation', 'refused'],
  ['sim/fail-authentication', 'auth'],
  ['sim/fail-401', 'auth'],
  ['sim/fail-403', 'auth'],
  ['sim/fail-payment_required', 'payment'],
  ['sim/fail-402', 'payment'],
  ['sim/fail-insufficient-quota', 'payment'],
  ['sim/fail-not_found', 'request'],
  ['sim/fail-404', 'request'],
  ['sim/fail-string', 'request'],
  ['sim/fail-detail', 'request'],
  ['sim/fail-list', 'rate'],
  ['sim/fail-availability-no', 'request'],
  ['sim/fail-availability-yes', 'request', true],
  ['sim/fail-timeout', 'upstream'],
  ['sim/fail-408', 'upstream'],
  ['sim/fail-504', 'upstream'],
  ['sim/fail-edge_timeout', 'upstream'],
  ['sim/fail-payload_too_large', 'request'],
  ['sim/fail-413', 'request'],
  ['sim/fail-unprocessable', 'request'],
  ['sim/fail-422', 'request'],
  ['sim/fail-rate_limit_exceeded', 'rate'],
  ['sim/fail-429', 'rate'],
  ['sim/fail-server', 'upstream'],
  ['sim/fail-500', 'upstream'],
  ['sim/fail-provider_unavailable', 'upstream'],
  ['sim/fail-unavailable', 'upstream'],
  ['sim/fail-provider_overloaded', 'upstream'],
  ['sim/fail-529', 'upstream'],
  ['sim/html-502', 'upstream'],
  ['sim/html-200', 'protocol'],
  ['sim/error-200', 'upstream'],
  ['sim/error-200-string', 'upstream'],
  ['sim/error-midstream', 'upstream'],
  ['sim/error-midstream-code', 'upstream'],
  ['sim/error-midstream-rate', 'rate'],
  ['sim/error-midstream-string', 'context'],
  ['sim/error-in-choice', 'rate'],
  ['sim/finish-error', 'upstream'],
  ['sim/cut', 'truncated'],
  ['sim/cut-at-start', 'truncated'],
  ['sim/no-finish', 'truncated'],
  ['sim/no-end', 'truncated'],
  ['sim/stall', 'upstream'],
  ['sim/stall-at-start', 'upstream'],
  ['sim/silent', 'upstream'],
  ['sim/empty', 'empty'],
  ['sim/blank', 'empty'],
  ['sim/no-deltas', 'empty'],
  ['sim/empty-length', 'empty', false],
  ['sim/refused', 'refused'],
  ['sim/refusal', 'refused'],
  ['sim/tool-calls', 'protocol'],
  ['sim/garbage', 'protocol'],
  ['sim/wrong-shape', 'protocol'],
  ['sim/redirect', 'request'],
  ['sim/endless', 'protocol', false],
  ['sim/endless-line', 'protocol', false],
  ['sim/no-such-script', 'request'],
];

describe('a failure', () => {
  it.for(FAILURES)('of %s is %s', async ([model, kind, retryable = LATER.includes(kind)]) => {
    const { error } = await complete(model, { options: { idleMs: 300, firstTokenMs: 300 } });
    expect({ kind: error?.kind, retryable: error?.retryable }).toEqual({ kind, retryable });
  });

  it.each([
    ['sim/fail-429-retry-1', 1],
    ['sim/fail-429-retry-90', 90],
    ['sim/fail-503-retry-30', 30],
    ['sim/fail-availability-yes', 7],
    ['sim/fail-429', null],
  ])('of %s says to come back in %s s', async (model, seconds) => {
    expect((await complete(model)).error?.retryAfter).toBe(seconds);
  });

  it('understands a date to come back at', async () => {
    const { error } = await complete('sim/fail-429-retry-date-60');
    expect(error?.retryAfter).toBeGreaterThan(55);
    expect(error?.retryAfter).toBeLessThanOrEqual(60);
  });

  it.each([
    'sim/cut',
    'sim/stall',
    'sim/no-finish',
    'sim/error-midstream',
    'sim/finish-error',
    'sim/garbage',
  ])('of %s keeps the text that came before it', async (model) => {
    const { error, streamed } = await complete(model, { options: { idleMs: 200 } });
    expect(error?.partial).toBe(BEFORE_THE_BREAK);
    expect(streamed).toBe(BEFORE_THE_BREAK);
  });

  it('ends an answer without end at one megabyte, and the connection with it', async () => {
    const { streamed } = await complete('sim/endless');
    expect(Buffer.byteLength(streamed)).toBeLessThanOrEqual(1024 * 1024);
    expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
  });

  it.each(['sim/stall', 'sim/stall-at-start', 'sim/silent'])(
    'of %s leaves no connection open',
    async (model) => {
      await complete(model, { options: { idleMs: 100, firstTokenMs: 100 } });
      expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
    },
  );

  it('is told where nobody listens', async () => {
    const { error } = await complete('sim/fast', { options: { baseUrl: 'http://127.0.0.1:1/v1' } });
    expect(error).toMatchObject({ kind: 'upstream', retryable: true });
    expect(error?.message).toContain('127.0.0.1:1');
  });

  it('is told when a server has silently read only a part of a long prompt', async () => {
    const { error } = await complete('sim/shrunk-prompt', { content: 'word '.repeat(4_000) });
    expect(error).toMatchObject({ kind: 'context', retryable: false });
    expect((await complete('sim/shrunk-prompt', { content: 'word '.repeat(400) })).result?.text).toBe(ANSWER);
  });

  it('in the code that takes the text stays what it was', async () => {
    const model = createModel();
    const mistake = new RangeError('not the provider');
    const call = model.complete(requestFor('sim/slow-5000'), {
      signal: new AbortController().signal,
      onText: () => {
        throw mistake;
      },
    });
    await expect(call).rejects.toBe(mistake);
    expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
  });
});

describe('a call that has ended', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['well', 'data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n'],
    ['badly', 'data: }{\n\n'],
  ])('%s leaves no timer behind', async (_how, body) => {
    vi.useFakeTimers();
    const headers = { 'content-type': 'text/event-stream' };
    await complete('any', { options: { fetch: async () => new Response(body, { headers }) } });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a cancelled call', () => {
  it('reaches the provider and says what had come', async () => {
    const controller = new AbortController();
    const call = complete('sim/slow-5000', { signal: controller.signal });
    await simulator.journal.waitFor((entry) => entry.request !== null);
    setTimeout(() => controller.abort(), 200);
    const { error, streamed } = await call;
    expect(error).toMatchObject({ kind: 'aborted', retryable: false, partial: streamed });
    expect(streamed).not.toBe('');
    expect((await simulator.journal.waitFor((entry) => entry.end !== 'open')).end).toBe('aborted');
  });

  it('makes no request when it was cancelled before', async () => {
    const { error } = await complete('sim/fast', { signal: AbortSignal.abort() });
    expect(error?.kind).toBe('aborted');
    expect(simulator.journal.entries).toEqual([]);
  });
});

describe('the key', () => {
  it('is never repeated, nor is what was sent', async () => {
    const { error } = await complete('sim/echo', { content: 'Title: a private matter' });
    expect(error?.message).toContain('[key]');
    const told = JSON.stringify([error?.message, error?.stack, error?.cause]);
    expect(told).not.toContain(simulator.apiKey);
    expect(told).not.toContain('private matter');
  });

  it('follows no redirect', async () => {
    await complete('sim/redirect');
    expect(simulator.journal.entries.map((entry) => entry.path)).toEqual(['/v1/chat/completions']);
  });

  it('that no header can carry is refused without being shown', () => {
    const create = () => createModel({ apiKey: 'sk-secret\nvalue' });
    expect(create).toThrow(/key of the provider/);
    expect(create).not.toThrow(/secret/);
  });

  it('that is wrong is the operator’s failure', async () => {
    const { error } = await complete('sim/fast', { options: { apiKey: 'another' } });
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
    expect(() => createModel({ baseUrl })).toThrow(TypeError);
  });

  it('may end in a slash', async () => {
    expect((await complete('sim/fast', { options: { baseUrl: `${simulator.url}/` } })).result?.text).toBe(
      ANSWER,
    );
  });
});

describe('the models', () => {
  it('are listed', async () => {
    expect(await createModel().listModels(new AbortController().signal)).toContain('sim/fast');
  });

  it('are unknown where the server has no list', async () => {
    const model = createModel({ baseUrl: simulator.url.replace('/v1', '/v2') });
    expect(await model.listModels(new AbortController().signal)).toBeNull();
  });

  it('cannot be asked for with a wrong key', async () => {
    const asked = createModel({ apiKey: 'another' }).listModels(new AbortController().signal);
    await expect(asked).rejects.toMatchObject({ kind: 'auth' });
  });

  it('are not waited for after a cancellation', async () => {
    await expect(createModel().listModels(AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' });
  });
});
