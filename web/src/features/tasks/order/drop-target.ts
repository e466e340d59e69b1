import { TASK_TIMEFRAMES, type TaskTimeframe } from '#domain/task.ts';
import type { ShownTask } from '../change/task-change.ts';
import type { TaskGroup } from '../list/group-tasks.ts';
import type { Point } from './follow-press.ts';
import type { Spot } from './place-tasks.ts';

/** Where dragged tasks would go, and the element that shows it. */
export type DropTarget = { readonly element: HTMLElement; readonly mark: 'above' | 'below' | 'into' } & (
  | { readonly kind: 'spot'; readonly spot: Spot }
  | { readonly kind: 'timeframe'; readonly timeframe: TaskTimeframe }
  | { readonly kind: 'project'; readonly project_id: string }
);

/** Rows, headings of groups, filters by timeframe, and links to projects. */
export function findTarget(
  list: HTMLElement,
  groups: readonly TaskGroup<ShownTask>[],
  { clientX, clientY }: Point,
): DropTarget | null {
  const under = document.elementFromPoint(clientX, clientY);
  const closest = (selector: string) => under?.closest<HTMLElement>(selector) ?? null;
  const row = closest('[data-task-id]');
  if (row && list.contains(row)) return besideRow(row, groups, clientY);
  const head = closest('[data-group]');
  const group = groups.find(({ name }) => name === head?.dataset['group']);
  if (head && group)
    return {
      kind: 'spot',
      element: head,
      mark: 'below',
      spot: { group: group.name, before: group.tasks[0]?.id ?? null },
    };
  const tab = closest('[data-filter]');
  const timeframe = TASK_TIMEFRAMES.find((known) => known === tab?.dataset['filter']);
  if (tab && timeframe) return { kind: 'timeframe', element: tab, mark: 'into', timeframe };
  const link = closest('a[href^="/projects/"]');
  const project_id = link?.getAttribute('href')?.slice('/projects/'.length);
  return link && project_id ? { kind: 'project', element: link, mark: 'into', project_id } : null;
}

function besideRow(
  row: HTMLElement,
  groups: readonly TaskGroup<ShownTask>[],
  clientY: number,
): DropTarget | null {
  const id = row.dataset['taskId'];
  const group = groups.find(({ tasks }) => tasks.some((task) => task.id === id));
  if (!group) return null;
  const { top, height } = row.getBoundingClientRect();
  const isAbove = clientY < top + height / 2;
  const at = group.tasks.findIndex((task) => task.id === id) + (isAbove ? 0 : 1);
  return {
    kind: 'spot',
    element: row,
    mark: isAbove ? 'above' : 'below',
    spot: { group: group.name, before: group.tasks[at]?.id ?? null },
  };
}

export function markTarget(target: DropTarget | null, isOver: boolean): void {
  if (!target) return;
  if (isOver) target.element.dataset['drop'] = target.mark;
  else delete target.element.dataset['drop'];
}
