import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiCompatibleTextModel } from './openai-compatible.ts';
import type { TextModelError, TextRequest } from './text-model.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const EVENT = { 'content-type': 'text/event-stream' };
const piece = (delta: object): string => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;

/** Simulates a provider that sends headers at `opens` and each line at its time; null: it never sends headers. */
function provider(opens: number | null, lines: readonly (readonly [at: number, line: string])[]) {
  return (_url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const encoder = new TextEncoder();
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      if (opens === null) return;
      setTimeout(() => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const [at, line] of lines)
              setTimeout(() => controller.enqueue(encoder.encode(line)), at - opens);
            init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
          },
        });
        resolve(new Response(body, { headers: EVENT }));
      }, opens);
    });
}

interface Asked {
  readonly baseUrl?: string;
  readonly fetch: typeof fetch;
  readonly request?: Partial<TextRequest>;
  readonly patience?: { readonly firstSignMs?: number; readonly silenceMs?: number };
}

/** Returns after how many seconds the call is aborted, and how. */
async function givenUpAfter({ baseUrl = 'https://openrouter.ai/api/v1', request, ...options }: Asked) {
  const startedAt = Date.now();
  const model = createOpenAiCompatibleTextModel({ baseUrl, log: silentLog, ...options });
  const call = model
    .complete(
      { model: 'm', messages: [{ role: 'user', content: 'x' }], maxTokens: 100, ...request },
      { signal: new AbortController().signal, onText: () => undefined },
    )
    .then(
      () => null,
      (error: TextModelError) => ({ after: Math.round((Date.now() - startedAt) / 1000), error }),
    );
  await vi.advanceTimersByTimeAsync(700_000);
  const ended = await call;
  expect(ended?.error).toMatchObject({ kind: 'upstream', retryable: true, isSilence: true });
  return ended?.after;
}

const never = provider(null, []);
const LOCAL = [
  'http://localhost:11434/v1',
  'http://192.168.1.4/v1',
  'http://[fd12::1]:8080/v1',
  'http://ollama/v1',
];

describe('a silent provider', () => {
  it('that is hosted times out after 60 seconds', async () => {
    expect(await givenUpAfter({ fetch: never })).toBe(60);
    expect(await givenUpAfter({ fetch: never, baseUrl: 'https://10.example.com/v1' })).toBe(60);
  });

  it.each(LOCAL)('at %s times out after 300 seconds', async (baseUrl) => {
    expect(await givenUpAfter({ fetch: never, baseUrl })).toBe(300);
  });

  it('times out as configured', async () => {
    expect(await givenUpAfter({ fetch: never, patience: { firstSignMs: 7_000 } })).toBe(7);
    const fetch = provider(0, [[3_000, piece({ content: 'A' })]]);
    expect(await givenUpAfter({ fetch, patience: { silenceMs: 5_000 } })).toBe(8);
  });

  it.each([
    ['a header', []],
    ['a comment', [[50_000, ': PROCESSING\n\n']]],
    ['a thought', [[50_000, piece({ reasoning: 'Hm.' })]]],
    ['a piece of text', [[50_000, piece({ content: 'A' })]]],
  ] as const)('that is hosted has 45 seconds after %s', async (_what, lines) => {
    expect(await givenUpAfter({ fetch: provider(50_000, lines) })).toBe(95);
  });

  it.each([
    ['a comment', ': PROCESSING\n\n', 120],
    ['a thought', piece({ reasoning: 'Hm.' }), 120],
    ['a piece of text', piece({ content: 'A' }), 120],
    // It may still be reading the prompt.
    ['an empty piece', piece({ role: 'assistant', content: '' }), 300],
  ] as const)('in one’s own network has its time after %s', async (_what, line, seconds) => {
    const fetch = provider(10_000, [[10_000, line]]);
    expect(await givenUpAfter({ fetch, baseUrl: 'http://localhost:11434/v1' })).toBe(10 + seconds);
  });

  it('that hides its thinking has the time to think', async () => {
    const vendor = { baseUrl: 'https://api.openai.com/v1', fetch: never };
    expect(await givenUpAfter({ ...vendor, request: { thinkingTokens: 2_000 } })).toBe(60);
    expect(await givenUpAfter({ ...vendor, request: { thinkingTokens: 8_000 } })).toBe(160);
    expect(await givenUpAfter({ fetch: never, request: { thinkingTokens: 8_000 } })).toBe(60);
  });

  it('that hides its thinking has no more than the configured time', async () => {
    const vendor = { baseUrl: 'https://api.openai.com/v1', request: { thinkingTokens: 8_000 } };
    expect(await givenUpAfter({ ...vendor, fetch: never, patience: { firstSignMs: 7_000 } })).toBe(7);
    const opened = provider(3_000, [[3_000, piece({ role: 'assistant', content: '' })]]);
    expect(await givenUpAfter({ ...vendor, fetch: opened, patience: { silenceMs: 5_000 } })).toBe(8);
    expect(await givenUpAfter({ ...vendor, fetch: opened, patience: { firstSignMs: 7_000 } })).toBe(163);
  });

  it('that sends signs of life is not aborted', async () => {
    const lines = [30, 70, 110, 150].map((at) => [at * 1000, ': PROCESSING\n\n'] as const);
    expect(await givenUpAfter({ fetch: provider(1_000, lines) })).toBe(195);
  });
});
