import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunStep } from '#domain/run/run-steps.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { toolContext } from '#tests/worlds/tool-attempt.ts';
import { WEB_INPUT } from '#tests/worlds/web-tool-world.ts';
import type { Action } from './action.ts';
import { checkerAction, readerAction } from './chat-actions.ts';
import type { Effects } from './effects.ts';
import { interpret } from './interpret.ts';
import { addUp } from './spending.ts';
import type { ToolSpec } from './tool-spec.ts';

const shape = { name: 'ids', schema: z.object({ ids: z.array(z.string()) }) };
const asked = { rules: 'Go.', ask: 'this', maxTokens: 10, shape };
const write = readerAction({ ...asked, id: 'write' });
const check = (at: number) => checkerAction({ ...asked, id: `check:${at}` });

const isOfReading = ({ id }: Action): boolean => id.startsWith('check:');

/** Writes, reads twice in one round, and delivers. */
const spec: ToolSpec<null, number> = {
  type: 'answer',
  version: 'test',
  writing: null,
  plan: () => null,
  init: () => 0,
  next(done) {
    if (done === 0) return { do: [write] };
    if (done === 1) return { do: [check(1), check(2)] };
    return { done: { content: 'Done.', modelUsed: 'm', notices: [] } };
  },
  apply: (done) => done + 1,
  steps: () => [],
  isOfReading,
};

/** Each call costs this much, in USD, by the role of its model. */
async function run(usd: { writer: number | null; checker: number | null }, journal = createMemoryJournal()) {
  const steps: RunStep[] = [];
  const complete: Effects['textModel']['complete'] = async ({ model }) => ({
    text: '{"ids":[]}',
    finish: 'stop',
    model,
    usage: {
      promptTokens: 1,
      completionTokens: 1,
      cost: model === 'checker' ? usd.checker : usd.writer,
    },
    generationId: null,
    citations: [],
    fileTexts: [],
    thought: false,
    sent: [],
  });
  await interpret(
    {
      spec,
      effects: {
        textModel: {
          kind: 'real',
          complete,
          listModels: async () => [],
          about: () => ({ thinks: false, thinkingNeed: 0 }),
        },
        models: { planner: 'm', reader: 'm', writer: 'm', checker: 'checker', viewer: null },
        windowOf: () => Number.POSITIVE_INFINITY,
        search: null,
        pages: null,
        clock: systemClock,
        patience: { calls: 1, delay: 1, inPlace: 1, spare: 10_000 },
      },
      deadline: 60_000,
    },
    WEB_INPUT,
    toolContext({ journal, onStep: (step) => steps.push(step) }),
  );
  return steps.flatMap((step) => (step.key === 'reading_took' ? [step.params] : []));
}

describe('what a second reading takes', () => {
  it('is told in percent of all the rest', async () => {
    expect(await run({ writer: 0.01, checker: 0.0004 })).toEqual([{ seconds: 0, percent: 8 }]);
  });

  it('is told without a price where a provider reports none', async () => {
    expect(await run({ writer: 0.01, checker: null })).toEqual([{ seconds: 0, percent: null }]);
    expect(await run({ writer: 0, checker: 0 })).toEqual([{ seconds: 0, percent: null }]);
  });

  it('counts what an earlier attempt has spent', async () => {
    const journal = createMemoryJournal();
    await run({ writer: 0.01, checker: 0.0004 }, journal);
    journal.results.delete('check:2');
    expect(await run({ writer: 99, checker: 0.0006 }, journal)).toEqual([{ seconds: 0, percent: 10 }]);
  });

  it('is unknown after a version that kept no record of it', async () => {
    const journal = createMemoryJournal();
    await run({ writer: 0.01, checker: 0.0004 }, journal);
    for (const [step, entry] of journal.results)
      journal.results.set(step, { ...z.looseObject({}).parse(entry), spent: undefined });
    expect(await run({ writer: 99, checker: 99 }, journal)).toEqual([{ seconds: 0, percent: null }]);
  });

  it('waits for the longest call of a round, and tells nothing where nothing is read', () => {
    const spending = addUp(isOfReading);
    spending.add([[write, { usd: 1, ms: 9_000 }]]);
    expect(spending.steps()).toEqual([]);
    spending.add([
      [check(1), { usd: 0.01, ms: 700 }],
      [check(2), { usd: 0.01, ms: 1_200 }],
    ]);
    spending.add([[check(3), { usd: 0.01, ms: 800 }]]);
    expect(spending.steps()).toEqual([{ key: 'reading_took', params: { seconds: 2, percent: 3 } }]);
  });
});
