import { BRIEF_MAX, INSTRUCTION_MAX, WISH_MAX } from '#domain/ai-task.ts';
import type { Run, RunEventRow } from '#domain/rows/run-row.ts';
import { runEvent } from '#domain/run/run-events.ts';

/** The text of a run that the person can change before trying again. */
export interface EditableWords {
  readonly kind: 'wish' | 'instruction' | 'brief';
  readonly text: string;
  readonly maxLength: number;
}

/** The brief of a picture, the change that a follow-up asked for, or what was added to the task. */
export function editableWords(
  { options: { brief, instruction, wish = '' } }: Pick<Run, 'options'>,
  events: readonly RunEventRow[],
): EditableWords {
  const used = brief ?? briefIn(events);
  if (used !== undefined) return { kind: 'brief', text: used, maxLength: BRIEF_MAX };
  if (instruction !== undefined)
    return { kind: 'instruction', text: instruction, maxLength: INSTRUCTION_MAX };
  return { kind: 'wish', text: wish, maxLength: WISH_MAX };
}

/** The brief that a model wrote for a picture. */
function briefIn(events: readonly RunEventRow[]): string | undefined {
  const written = events
    .map((event) => runEvent.safeParse(event).data)
    .findLast((event) => event?.key === 'wrote_brief');
  return written?.params.brief;
}
