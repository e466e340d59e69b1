import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_TASKS } from '#domain/demo/example-tasks.ts';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import type { TextMessage } from '#server/providers/text-model/text-model.ts';
import { createDemoWeb } from './demo-web.ts';
import { readLibrary } from './library.ts';
import { notesOn } from './prepared.ts';
import { DEMO_MODEL, type DemoProvider, startDemoProvider } from './start-demo-provider.ts';

let demo: DemoProvider;

beforeAll(async () => {
  demo = await startDemoProvider({ log: silentLog, answerMs: 40 });
});
afterAll(() => demo.close());

const asking = (title: string): TextMessage[] => [
  { role: 'system', content: 'Rules.' },
  { role: 'user', content: `Do this:\n\n<task-k_1>\nTitle: ${title}\nCategory: personal\n</task-k_1>` },
];

async function answerTo(messages: readonly TextMessage[], baseUrl = demo.baseUrl) {
  const deltas: string[] = [];
  const model = createOpenAiCompatibleTextModel({ baseUrl, log: silentLog, kind: 'demo' });
  const result = await model.complete(
    { model: DEMO_MODEL, messages, maxTokens: 2000, temperature: 0.7 },
    { signal: new AbortController().signal, onText: (delta) => deltas.push(delta) },
  );
  return { result, deltas };
}

describe('the demo provider', () => {
  it('streams the prepared answer of an example word by word, over the given time, for nothing', async () => {
    const slow = await startDemoProvider({ log: silentLog, answerMs: 600 });
    const startedAt = performance.now();
    const { deltas, result } = await answerTo(asking(EXAMPLE_TASKS.answer.title), slow.baseUrl);
    const took = performance.now() - startedAt;
    await slow.close();
    expect(result).toMatchObject({ model: 'demo', finish: 'stop', usage: { cost: 0 } });
    expect(result.text).toContain('Dear neighbours');
    expect(deltas.length).toBeGreaterThan(40);
    expect(deltas.join('')).toBe(result.text);
    expect(took).toBeGreaterThan(500);
  });

  it.each([asking('Plan Anna’s party'), [{ role: 'user', content: 'Hello' }] as TextMessage[]])(
    'answers nothing else',
    async (...messages) => {
      await expect(answerTo(messages)).rejects.toThrow();
    },
  );

  it('lists itself as the only model', async () => {
    const model = createOpenAiCompatibleTextModel({ baseUrl: demo.baseUrl, log: silentLog });
    expect(await model.listModels(new AbortController().signal)).toEqual([
      { id: DEMO_MODEL, price: null, endsOn: null },
    ]);
  });

  it.each([
    ['no JSON', 'x', 400],
    ['no messages', '{"model":"demo","stream":true,"messages":[]}', 400],
    ['no stream', '{"model":"demo","messages":[{"role":"user","content":"x"}]}', 400],
    ['more than a megabyte', JSON.stringify({ text: 'x'.repeat(1024 * 1024) }), 413],
  ])('refuses %s', async (_what, body, status) => {
    const response = await fetch(`${demo.baseUrl}/chat/completions`, { method: 'POST', body });
    expect(response.status).toBe(status);
  });

  it('draws no picture but those of its examples', async () => {
    const body = JSON.stringify({ prompt: 'A cat', size: '1024x1024' });
    const response = await fetch(`${demo.baseUrl}/images/generations`, { method: 'POST', body });
    expect(response.status).toBe(400);
  });

  it('only listens on loopback, and not after it was closed', async () => {
    const other = await startDemoProvider({ log: silentLog });
    expect(new URL(other.baseUrl).hostname).toBe('127.0.0.1');
    await other.close();
    await expect(fetch(`${other.baseUrl}/models`)).rejects.toThrow();
  });
});

describe('the library of the demo', () => {
  it('has notes on every page, each with a quote that stands there', () => {
    for (const { title, url, paragraphs } of readLibrary()) {
      expect(new URL(url).hostname).toMatch(/\.example$/);
      expect(notesOn(title), title).not.toEqual([]);
      for (const { quote } of notesOn(title)) expect(paragraphs.join('\n')).toContain(quote);
    }
  });

  it('finds nothing for words that no page has', async () => {
    const query = { words: 'attic insulation grants', language: 'en', count: 5 } as const;
    const { hits } = await createDemoWeb().search.search(query, { signal: new AbortController().signal });
    expect(hits).toEqual([]);
  });
});
