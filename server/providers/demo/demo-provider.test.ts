import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_CODES, language } from '#domain/languages.ts';
import { silentLog } from '#server/lib/log.ts';
import { createOpenAiCompatibleTextModel } from '#server/providers/text-model/openai-compatible.ts';
import type { TextMessage } from '#server/providers/text-model/text-model.ts';
import { DEMO_PHRASES } from './phrases.ts';
import { DEMO_MODEL, type DemoProvider, startDemoProvider } from './start-demo-provider.ts';

let demo: DemoProvider;

beforeAll(async () => {
  demo = await startDemoProvider({ log: silentLog, answerMs: 40 });
});
afterAll(() => demo.close());

function conversation(code = 'en'): TextMessage[] {
  const task = '<task-k_1>\nTitle: Plan Anna’s party\nCategory: personal\nPriority: high\n</task-k_1>';
  const project =
    '<project-k_1>\nName: Summer\nOther tasks in it (2 of 9):\n- Buy balloons\n- Bake a cake\n</project-k_1>';
  return [
    { role: 'system', content: `Rules.\n\nAnswer language: X (Y, ${code}). More.\nLast.` },
    {
      role: 'user',
      content: `Do this:\n\n${task}\n\n${project}\n\nThe person adds:\n<wish-k_1>\nno sugar\n</wish-k_1>`,
    },
  ];
}

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
  it('puts its label first, then the facts of the task as they are', async () => {
    const { result } = await answerTo(conversation());
    expect(result.text.startsWith(`> **${DEMO_PHRASES.en.label}**`)).toBe(true);
    for (const fact of [
      '## Plan Anna’s party',
      '- Priority: high',
      'Summer',
      '- Buy balloons',
      '> no sugar',
    ]) {
      expect(result.text).toContain(fact);
    }
    expect(result.text).toContain('AI_BASE_URL=');
  });

  it.each(LANGUAGE_CODES)('answers in %s on request', async (code) => {
    const { result } = await answerTo(conversation(code));
    expect(result.text).toContain(DEMO_PHRASES[code].label);
    expect(result.text).toContain(DEMO_PHRASES[code].connectText);
    expect(result.text).toContain('Plan Anna’s party');
  });

  it('names the language that a model would write in, in that language', () => {
    const untold = LANGUAGE_CODES.filter((code) => {
      // Only the stem, because languages inflect their names.
      const stem = language(code).ownName.toLowerCase().slice(0, 4);
      return !DEMO_PHRASES[code].modelText.toLowerCase().includes(stem);
    });
    expect(untold).toEqual([]);
  });

  it('has different phrases for each language', () => {
    for (const key of ['label', 'modelText', 'connectText'] as const) {
      expect(new Set(LANGUAGE_CODES.map((code) => DEMO_PHRASES[code][key])).size).toBe(LANGUAGE_CODES.length);
    }
  });

  it('costs nothing and reports itself as the model', async () => {
    const { result } = await answerTo(conversation());
    expect(result).toMatchObject({ model: 'demo', finish: 'stop', usage: { cost: 0 } });
  });

  it('streams word by word, over the given time', async () => {
    const slow = await startDemoProvider({ log: silentLog, answerMs: 600 });
    const startedAt = performance.now();
    const { deltas, result } = await answerTo(conversation('th'), slow.baseUrl);
    const took = performance.now() - startedAt;
    await slow.close();
    expect(deltas.length).toBeGreaterThan(40);
    expect(deltas.join('')).toBe(result.text);
    expect(took).toBeGreaterThan(500);
    expect(took).toBeLessThan(3_000);
  });

  it('answers a conversation that it cannot parse, still with its label', async () => {
    const { result } = await answerTo([{ role: 'user', content: 'Hello there\nand more' }]);
    expect(result.text).toContain(DEMO_PHRASES.en.label);
    expect(result.text).toContain('## Hello there');
  });

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

  it('only listens on loopback, and not after it was closed', async () => {
    const other = await startDemoProvider({ log: silentLog });
    expect(new URL(other.baseUrl).hostname).toBe('127.0.0.1');
    await other.close();
    await expect(fetch(`${other.baseUrl}/models`)).rejects.toThrow();
  });
});
