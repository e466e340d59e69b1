import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWebToolWorld, type WebToolWorld } from '#tests/web-tool-world.ts';
import type { PlannedCall } from '../tool.ts';
import { createWebSearchTool } from './web-search.ts';

/** Models that think before they answer in a form, and use up their cap with it. */

let world: WebToolWorld;

beforeAll(async () => {
  world = await openWebToolWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.close());

const capsOf = (form: string): (number | undefined)[] =>
  world.asked(form).map(({ request }) => request?.max_tokens);

describe('an answer that its cap cuts off', () => {
  it('is asked for once more, with twice the cap, on record and in the budget', async () => {
    const planned: PlannedCall[] = [];
    const context = {
      beforeCall: async (call: PlannedCall) => {
        planned.push(call);
        return { settle: () => undefined, over: () => undefined, generation: () => undefined };
      },
    };
    const { output, journal } = await world.run(createWebSearchTool, 'sim/team-planner-thinks-550', {
      context,
    });
    expect(output.content).toContain('[1]');
    expect(capsOf('search_plan')).toEqual([600, 1200]);
    const [first, second] = planned.filter(({ step }) => step === 'plan');
    expect(second?.maxTokens).toBe(2 * (first?.maxTokens ?? 0));
    expect([...journal.results.keys()].filter((step) => step === 'plan')).toHaveLength(1);
  });

  it('so is one of which there is nothing, because all of the cap went into thinking', async () => {
    const { output } = await world.run(createWebSearchTool, 'sim/team-planner-thinks-700');
    expect(output.content).toContain('[1]');
    expect(capsOf('search_plan')).toEqual([600, 1200]);
  });

  it('keeps what is whole of it, where twice the cap does not do either', async () => {
    const { output } = await world.run(createWebSearchTool, 'sim/team-reader-thinks-2330');
    const [law] = output.evidence?.sources ?? [];
    expect(law?.host).toBe('law.example');
    // The page has two.
    expect(law?.quotes).toHaveLength(1);
    expect(capsOf('claims').filter((cap) => cap === 2400)).not.toEqual([]);
  });

  it.each([1190, 5000])('ends the run after two calls where nothing of a plan comes: %d', async (tokens) => {
    await expect(world.run(createWebSearchTool, `sim/team-planner-thinks-${tokens}`)).rejects.toMatchObject({
      name: 'TextModelError',
      retryable: false,
    });
    expect(capsOf('search_plan')).toEqual([600, 1200]);
  });
});
