import { expect, test } from 'vitest';
import type { RunStep } from '#domain/run/run-steps.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { onlyModel } from '../models/choose-models.ts';
import type { Tool, ToolOutput } from '../tool.ts';
import { type GuardSetting, guard } from './guards.ts';

const OUTPUT: ToolOutput = {
  content: 'Written.',
  modelUsed: 'm',
  usage: { calls: 1, promptTokens: 1, completionTokens: 1, cost: null },
  notices: [],
};

function guarded(type: Tool['type'], setting: GuardSetting) {
  const steps: RunStep['key'][] = [];
  const run = async () => OUTPUT;
  const tool = guard({ type, kind: 'real', run }, setting);
  const context = toolContext({ onStep: ({ key }) => steps.push(key) });
  return { tool, steps, run: () => tool.run(toolInput(), context) };
}

const served = () => ({
  hosts: { text: 'ai.example', images: null },
  models: onlyModel('m'),
  images: null,
  search: null,
  ocr: null,
});

test('without a setting, a tool stays as it is', async () => {
  const { tool, steps, run } = guarded('answer', {});
  expect(await run()).toBe(OUTPUT);
  expect(steps).toEqual([]);
  expect(Object.keys(tool)).toEqual(['type', 'kind', 'run']);
});

test('a run names no recipient before its model is known', async () => {
  let isKnown = false;
  const { steps, run } = guarded('answer', {
    served,
    isModelKnown: () => isKnown,
    contextsKnown: Promise.resolve(),
  });
  await expect(run()).rejects.toMatchObject({ retryable: true, retryAfter: 30 });
  expect(steps).toEqual([]);
  isKnown = true;
  await run();
  expect(steps).toEqual(['recipients']);
});

test('a run names the models of its own start', async () => {
  let model = 'first';
  const told: unknown[] = [];
  const tool = guard(
    { type: 'answer', kind: 'real', run: async () => OUTPUT },
    { served: () => ({ ...served(), models: onlyModel(model) }) },
  );
  const context = toolContext({ onStep: (step) => told.push(step.params) });
  await tool.run(toolInput(), context);
  model = 'second';
  await tool.run(toolInput(), context);
  expect(told).toMatchObject([{ models: ['first'] }, { models: ['second'] }]);
});

test('the live state of a guarded tool follows what is found later', () => {
  let isRefused = false;
  const { tool } = guarded('answer', {
    served,
    state: {
      lackOf: () => (isRefused ? 'repair' : null),
      seesImages: () => isRefused,
      readsScans: () => isRefused,
    },
  });
  expect([tool.lacks?.(), tool.seesImages, tool.readsScans]).toEqual([null, false, false]);
  isRefused = true;
  expect([tool.lacks?.(), tool.seesImages, tool.readsScans]).toEqual(['repair', true, true]);
});
