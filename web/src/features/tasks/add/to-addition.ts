import { type Days, toDatedWhen, toWhen } from '#domain/days.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { newId } from '#web/lib/new-id.ts';
import type { Addition, TaskFields } from '../change/task-change.ts';
import type { NewTaskPlace } from '../list/task-view.ts';
import type { QuickAdd, QuickToken } from './read-quick-add.ts';

/** A task from a line. Typed attributes win over the place's, which win over defaults. */
export function toAddition({ title, tokens }: QuickAdd, place: NewTaskPlace): Addition {
  const days = currentDays();
  const usual: TaskFields = { ...place.fields, ...toWhen(place.fields.timeframe, days), title };
  const fields = tokens.reduce((known, token) => ({ ...known, ...fieldsSaid(token, days) }), usual);
  const project = tokens.find(({ kind }) => kind === 'project');
  return { client_id: newId(), fields, project_id: project?.value ?? place.project_id };
}

/** Tasks of one moment are listed by their client ids: see domain/task-order.ts. */
export function inTypedOrder(additions: readonly Addition[]): Addition[] {
  const ids = additions.map(({ client_id }) => client_id).toSorted();
  return additions.map((addition, index) => ({ ...addition, client_id: ids[index] ?? addition.client_id }));
}

function fieldsSaid(token: QuickToken, days: Days): Partial<TaskFields> {
  switch (token.kind) {
    case 'timeframe':
      return toWhen(token.value, days);
    case 'date':
      return toDatedWhen(token.value, days);
    case 'priority':
      return { priority: token.value };
    case 'category':
      return { category: token.value };
    case 'project':
      return {};
  }
}
