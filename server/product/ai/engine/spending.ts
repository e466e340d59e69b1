import { z } from 'zod';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { ToolContext } from '../tool.ts';
import type { Action } from './action.ts';
import { countCalls } from './count-calls.ts';

/** Cost in USD of an action's calls, null if a provider didn't report it, and the action's milliseconds. */
const spent = z.object({ usd: z.nullable(z.number()), ms: z.number() });
export type Spent = z.output<typeof spent>;

/** What a journal entry says was spent for its result. Nothing in those of an earlier version. */
export const spentOf = (entry: unknown): Spent =>
  z.object({ spent: z.optional(spent) }).parse(entry).spent ?? { usd: null, ms: 0 };

/** Performs an action and measures what it takes. */
export async function measure<Result>(
  context: ToolContext,
  perform: (context: ToolContext) => Promise<Result>,
): Promise<{ readonly result: Result; readonly spent: Spent }> {
  const counted = countCalls(context);
  const begun = performance.now();
  const result = await perform(counted.context);
  const ms = Math.round(performance.now() - begun);
  return { result, spent: { usd: counted.usage().cost, ms } };
}

/** Adds up what a second reading takes, beside all the rest. */
export function addUp(isOfReading: (action: Action) => boolean) {
  const reading: Spent[] = [];
  const rest: Spent[] = [];
  let ms = 0;
  return {
    /** Adds actions that ran at the same time: the longest was waited for. */
    add(together: readonly (readonly [Action, Spent])[]): void {
      const read = together.flatMap(([action, each]) => (isOfReading(action) ? [each] : []));
      reading.push(...read);
      rest.push(...together.flatMap(([action, each]) => (isOfReading(action) ? [] : [each])));
      ms += Math.max(0, ...read.map((each) => each.ms));
    },
    /** The step that says so; none without a second reading. */
    steps(): RunStep[] {
      if (reading.length === 0) return [];
      const [added, others] = [usdOf(reading), usdOf(rest)];
      const percent = added === null || !others ? null : Math.ceil((100 * added) / others);
      return [{ key: 'reading_took', params: { seconds: Math.round(ms / 1_000), percent } }];
    },
  };
}

function usdOf(all: readonly Spent[]): number | null {
  return all.reduce<number | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0);
}
