import type { Day } from '#domain/days.ts';
import { type DateReader, finalDates } from '#web/lib/dates/date-reader.ts';
import type { Step } from '../answer/read-steps.ts';

/** Something to do on a day. */
export interface DatedStep {
  readonly text: string;
  readonly day: Day;
  /** Its place among all steps of the answer, which never changes. */
  readonly place: number;
}

/** The steps that an answer proposes for a day. Of several days the last counts, as in a task's title. */
export function datedSteps(steps: readonly Step[], readDates: DateReader, answeredAt: Date): DatedStep[] {
  return steps.flatMap(({ text, isProposed }, place) => {
    const day = isProposed ? finalDates(text, readDates(text, answeredAt)).at(-1)?.day : undefined;
    return day === undefined ? [] : [{ text, day, place }];
  });
}
