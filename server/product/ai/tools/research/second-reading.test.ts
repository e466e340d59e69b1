import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunStep } from '#domain/run/run-steps.ts';
import { MUSING } from '#simulators/ai/scripts/team.ts';
import { createMemoryJournal } from '#tests/engines/memory-journal.ts';
import { openWebToolWorld, type Ran, type WebToolWorld } from '#tests/worlds/web-tool-world.ts';
import type { ToolContext } from '../../tool.ts';
import { CallRefused } from '../../tool.ts';
import { createResearchTool } from './tool.ts';

let world: WebToolWorld;

beforeAll(async () => {
  world = await openWebToolWorld();
});
beforeEach(() => world.clear());
afterAll(() => world.close());

function research(writer: string, checker: string | null, context: Partial<ToolContext> = {}): Promise<Ran> {
  const models = { planner: writer, reader: writer, writer, checker, viewer: null };
  const patience = { calls: 4, delay: 1, inPlace: 50, spare: 60_000 };
  return world.run(createResearchTool, writer, { effects: { models, patience }, context });
}

const marksIn = ({ output }: Ran): number => output.content.match(/\[\?\]/g)?.length ?? 0;
/** Steps of one kind that a run has told, whatever their parameters. */
const linesOf = ({ journal }: Ran, key: RunStep['key']): Record<string, unknown>[] =>
  journal.lines.filter((line) => line.key === key).map(({ params }) => ({ ...params }));

const BRAKING = 'With 4 mm of tread the braking distance on snow is 12 metres longer than with 8 mm.';
const EXCHANGED = 'With 8 mm of tread the braking distance on snow is 12 metres longer than with 4 mm.';

describe('a second reader of a research', () => {
  it('reads every cited sentence and is named, with their number', async () => {
    const ran = await research('sim/team', 'sim/team@second');
    expect(marksIn(ran)).toBe(0);
    const [line, ...others] = linesOf(ran, 'read_twice');
    expect(others).toEqual([]);
    const sentences = linesOf(ran, 'checked_answer')[0]?.['sentences'];
    expect(line).toEqual({ model: 'sim/team@second', read: sentences, of: sentences, doubted: 0 });
    expect(linesOf(ran, 'not_read_twice')).toEqual([]);
  });

  it('sees neither the task nor the project, and can answer nothing but ids', async () => {
    await research('sim/team', 'sim/team@second');
    const asked = world.asked('verdicts');
    expect(asked.length).toBeGreaterThan(0);
    for (const { body, request } of asked) {
      expect(request?.model).toBe('sim/team@second');
      expect(JSON.stringify(body)).not.toMatch(/Bolzano|MARKER-7731|Berta|Buy presents/);
    }
  });

  it.each([
    ['figures exchanged within one quote', 'exchanging', EXCHANGED, BRAKING],
    ['a plain negation', 'denying', 'does not ask for a tread', 'The law asks for a tread of at least 4 mm.'],
  ])('finds %s, which its writer then corrects', async (_what, vice, wrong, right) => {
    const alone = await research(`sim/team-${vice}`, null);
    expect(alone.output.content).toContain(wrong);
    const ran = await research(`sim/team-${vice}`, 'sim/team');
    expect(ran.output.content).not.toContain(wrong);
    expect(ran.output.content).toMatch(new RegExp(`${right.replaceAll('.', '\\.')}\\[\\d\\]`));
    expect(marksIn(ran)).toBe(0);
    expect(linesOf(ran, 'corrected')).toEqual([{ sentences: 1, of: 1, corrected: 1, cut: 0 }]);
    expect(linesOf(ran, 'read_corrections')).toEqual([{ model: 'sim/team', read: 1, of: 1, doubted: 0 }]);
  });

  it('lets no statement stand that cites nothing, and that no quote bears out', async () => {
    const unread = await research('sim/team-musing', null);
    expect(unread.output.content).toContain(MUSING);
    expect(unread.output.evidence?.unsourced).toBe(1);
    const ran = await research('sim/team-musing', 'sim/team');
    expect(ran.output.content).not.toContain(MUSING);
    expect(linesOf(ran, 'corrected')).toMatchObject([{ sentences: 1, of: 1 }]);
  });

  it('leaves a mark where the writer insists', async () => {
    const ran = await research('sim/team-insisting', 'sim/team');
    expect(ran.output.content).toContain(`${EXCHANGED} [?]`);
    expect(ran.output.evidence?.unverified).toEqual([EXCHANGED]);
    expect(world.asked('corrections')).toHaveLength(1);
  });

  it('is asked nothing again after a restart', async () => {
    const journal = createMemoryJournal();
    const models = {
      planner: 'sim/team',
      reader: 'sim/team',
      writer: 'sim/team-exchanging',
      checker: 'sim/team',
      viewer: null,
    };
    const first = await world.run(createResearchTool, 'sim/team', { effects: { models }, journal });
    world.clear();
    const again = await world.run(createResearchTool, 'sim/team', { effects: { models }, journal });
    expect(world.simulator.journal.entries).toEqual([]);
    expect(again.output.content).toBe(first.output.content);
  });
});

describe('a second reader that is no use', () => {
  it('and finds everything contradicted leaves the points answered', async () => {
    const ran = await research('sim/team', 'sim/checker-denying');
    expect(marksIn(ran)).toBe(linesOf(ran, 'read_twice')[0]?.['of']);
    expect(ran.output.notices).toEqual((await research('sim/team', null)).output.notices);
  });

  it.each(['sim/checker-talking', 'sim/fail-401'])('(%s) is asked twice at most', async (checker) => {
    const ran = await research('sim/team', checker);
    expect(linesOf(ran, 'not_read_twice')).toHaveLength(1);
    expect(world.asked('corrections')).toEqual([]);
    expect(world.asked('verdicts').length).toBeLessThanOrEqual(2);
  });

  it.each(['run_budget', 'day_budget'] as const)('for lack of money (%s) is told as well', async (why) => {
    const context = toolContextRefusing(why);
    const ran = await research('sim/team', 'sim/team@second', context);
    const word = why === 'run_budget' ? 'budget' : 'day_budget';
    expect(linesOf(ran, 'not_read_twice')).toMatchObject([{ why: word }]);
    expect(marksIn(ran)).toBe(0);
    expect(world.asked('verdicts')).toEqual([]);
  });
});

/** Pays for everything but the second reader. */
function toolContextRefusing(why: 'run_budget' | 'day_budget'): Partial<ToolContext> {
  return {
    beforeCall: async ({ step }) => {
      if (step?.startsWith('check:')) throw new CallRefused(why);
      return { settle: () => undefined, over: () => undefined, generation: () => undefined };
    },
  };
}
