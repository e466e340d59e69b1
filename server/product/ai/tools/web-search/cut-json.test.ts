import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWebToolWorld, type WebToolWorld } from '#tests/worlds/web-tool-world.ts';
import type { PlannedCall } from '../../tool.ts';
import { createWebSearchTool } from './tool.ts';

/** Models that think before they answer in a form, and use up their cap with it. */

let world: WebToolWorld;

beforeAll(async () => {
  world = await openWebToolWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.close());

/** Of a plan, with the usual room for thinking. */
const PLAN = 600 + 3000;

const capsOf = (form: string): (number | undefined)[] =>
  world.asked(form).map(({ request }) => request?.max_tokens);

describe('an answer that its cap cuts off', () => {
  it('is asked for once more, with twice the cap for the text, on record and in the budget', async () => {
    const planned: PlannedCall[] = [];
    const context = {
      beforeCall: async (call: PlannedCall) => {
        planned.push(call);
        return { settle: () => undefined, over: () => undefined, generation: () => undefined };
      },
    };
    const { output, journal } = await world.run(createWebSearchTool, `sim/team-planner-thinks-${PLAN - 50}`, {
      context,
    });
    expect(output.content).toContain('[1]');
    expect(capsOf('search_plan')).toEqual([PLAN, PLAN + 600]);
    const [first, second] = planned.filter(({ step }) => step === 'plan');
    expect([first?.maxTokens, second?.maxTokens]).toEqual([PLAN, PLAN + 600]);
    expect([...journal.results.keys()].filter((step) => step === 'plan')).toHaveLength(1);
  });

  it('so is one that was thought away, with twice the room for thinking', async () => {
    const { output } = await world.run(createWebSearchTool, `sim/team-planner-thinks-${PLAN + 100}`);
    expect(output.content).toContain('[1]');
    expect(capsOf('search_plan')).toEqual([PLAN, PLAN + 3000]);
  });

  it('ends the run after two calls where a plan is thought away twice', async () => {
    await expect(world.run(createWebSearchTool, 'sim/team-planner-thinks-9000')).rejects.toMatchObject({
      name: 'TextModelError',
      kind: 'empty',
      retryable: false,
    });
    expect(capsOf('search_plan')).toEqual([PLAN, PLAN + 3000]);
  });
});
