import { expect, it } from 'vitest';
import type { RunStep } from '#domain/run/run-steps.ts';
import { TextModelError } from '#server/providers/text-model/text-model.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { toolContext, toolInput } from '#tests/worlds/tool-attempt.ts';
import { onlyModel } from '../models/choose-models.ts';
import type { ToolContext, ToolOutput } from '../tool.ts';
import type { ToolDeps } from './build.ts';
import { takingLess } from './taking-less.ts';

const nothing = (): never => {
  throw new Error('nothing is asked here');
};
const deps: ToolDeps = {
  textModel: { kind: 'real', complete: nothing, listModels: nothing, about: nothing },
  models: onlyModel('m'),
  images: null,
  fileWork: createTestFileWork(),
  windowOf: () => 8_192,
};
const USAGE = { calls: 0, promptTokens: 0, completionTokens: 0, cost: 0 };
const OUTPUT: ToolOutput = { content: 'done', modelUsed: 'm', notices: [], usage: USAGE };
const RETRYING: RunStep = { key: 'retrying', params: { code: 'rate_limited', seconds: 5 } };
const ASKED: RunStep = { key: 'asked_model', params: { model: 'm' } };

async function stepsOf(run: (window: number, context: ToolContext) => void): Promise<RunStep[]> {
  const seen: RunStep[] = [];
  const tool = takingLess(({ windowOf = nothing }) => ({
    type: 'answer',
    kind: 'real',
    run: async (_input, context) => {
      run(windowOf('m'), context);
      return OUTPUT;
    },
  }))(deps);
  if (typeof tool === 'string') throw new Error(tool);
  await tool.run(toolInput(), toolContext({ onStep: (step) => void seen.push(step) }));
  return seen;
}

it('tells what happens twice within a start twice', async () => {
  const seen = await stepsOf((_window, context) => {
    context.onStep(RETRYING);
    context.onStep(RETRYING);
  });
  expect(seen).toEqual([RETRYING, RETRYING]);
});

it('tells what every start begins with once', async () => {
  const windows: number[] = [];
  const seen = await stepsOf((window, context) => {
    windows.push(window);
    context.onStep(ASKED);
    if (windows.length < 3) throw new TextModelError('context', 'too long', { retryable: false });
    context.onStep(RETRYING);
  });
  expect(windows).toEqual([8_192, 5_461, 3_640]);
  expect(seen).toEqual([ASKED, RETRYING]);
});
