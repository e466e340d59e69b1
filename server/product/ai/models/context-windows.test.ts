import { describe, expect, it } from 'vitest';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { onceKnown } from '../offer/guards.ts';
import { createContextWindows } from './context-windows.ts';

const NO_USAGE = { calls: 0, promptTokens: 0, completionTokens: 0, cost: null };

const LISTED = new Map([
  ['vendor/small', 8_192],
  ['gemma4:latest', 4_096],
  ['vendor/large', 128_000],
]);

describe('the context window of a model', () => {
  it.each([
    ['the provider lists', null, 'vendor/small', 8_192],
    ['it lists under another ending', null, 'gemma4', 4_096],
    ['it lists without the ending for a route', null, 'vendor/small:nitro', 8_192],
    ['the operator has set', 6_000, 'vendor/large', 6_000],
    ['is the smaller of both', 16_000, 'vendor/small', 8_192],
    ['nobody has said', null, 'vendor/unknown', Number.POSITIVE_INFINITY],
    ['is enough for everything', 40_000, 'vendor/large', Number.POSITIVE_INFINITY],
  ])('is what %s', (_who, configured, model, window) => {
    const windows = createContextWindows(configured);
    windows.learn(LISTED);
    expect(windows.windowOf(model)).toBe(window);
  });

  it("is that of a server's only model, which answers to any name", () => {
    const windows = createContextWindows(null);
    windows.learn(new Map([['/models/gemma.gguf', 4_096]]));
    expect(windows.windowOf('local')).toBe(4_096);
  });
});

it('a run resumed right after startup waits until its context is known', async () => {
  const windows = createContextWindows(null);
  const seen: number[] = [];
  const tool = onceKnown(
    {
      type: 'answer',
      kind: 'real',
      run: async () => {
        seen.push(windows.windowOf('vendor/small'));
        return { content: 'x', modelUsed: 'm', usage: NO_USAGE, notices: [] };
      },
    },
    windows.known,
  );
  const running = tool.run(toolInput(), toolContext());
  await Promise.resolve();
  windows.learn(LISTED);
  await running;
  expect(seen).toEqual([8_192]);
  await createContextWindows(8_192).known;
});
