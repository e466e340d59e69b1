import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type Days, type ShownGroup, toWhen } from '#domain/days.ts';
import { focusRow, waitForRow } from '#web/lib/live/task-rows.ts';
import type { Placement, ShownTask } from '../change/task-change.ts';
import type { TaskGroup } from '../list/group-tasks.ts';
import { type DropTarget, findTarget, markTarget } from './drop-target.ts';
import { nextSpot, placeTask } from './place-task.ts';

export interface Ordering {
  /** The list as shown, with the rows that aren't rendered. */
  readonly groups: () => readonly TaskGroup<ShownTask>[];
  readonly days: () => Days;
  readonly place: (id: string, values: Placement) => void;
  readonly sayMoved: (group: ShownGroup, place: number, count: number) => void;
}

const ROW_APPEARS_WITHIN_MS = 1000;

/** Makes the rows of a list movable, now and as they are added. */
export function startOrdering(list: HTMLElement, ordering: Ordering): () => void {
  const known = new WeakSet<Element>();
  const find = (id: string | undefined) =>
    ordering.groups().flatMap(({ tasks }) => tasks.find((task) => task.id === id && !task.isNew) ?? [])[0];

  /** Delegated, because hundreds of rows would each need an effect. Answers below a row stay selectable text. */
  const adopt = (target: EventTarget | null) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-task-id]') : null;
    const title = row?.querySelector<HTMLElement>('.row-title');
    if (!row || !title || known.has(title)) return;
    known.add(title);
    let over: DropTarget | null = null;
    const show = (target: DropTarget | null) => {
      markTarget(over, false);
      over = target;
      markTarget(over, true);
    };
    draggable({
      element: title,
      canDrag: () => find(row.dataset['taskId']) !== undefined,
      onGenerateDragPreview: () => row.toggleAttribute('data-dragged', true),
      onDrag: ({ location }) => show(findTarget(list, ordering.groups(), location.current.input)),
      onDrop: ({ location }) => {
        row.removeAttribute('data-dragged');
        const task = find(row.dataset['taskId']);
        // Found anew: the last frame may have been drawn some pixels ago.
        const last = findTarget(list, ordering.groups(), location.current.input) ?? over;
        const target = location.current.dropTargets.length > 0 ? last : null;
        show(null);
        const values = task && target ? valuesOf(task, target, ordering) : null;
        if (task && values) ordering.place(task.id, values);
      },
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { target } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-task-id]') : null;
    const task = find(row?.dataset['taskId']);
    if (!task) return;
    event.preventDefault();
    void moveRow(task, step, ordering);
  };

  const onPointer = ({ target }: Event) => adopt(target);
  list.addEventListener('pointerover', onPointer);
  list.addEventListener('pointerdown', onPointer);
  // The pointer that had this code loaded.
  adopt(list.querySelector('[data-task-id]:hover'));
  list.addEventListener('keydown', onKeyDown);
  // One target for the whole page: the spot is found from the pointer.
  const stop = dropTargetForElements({
    element: document.documentElement,
    getDropEffect: () => 'move',
  });
  return () => {
    list.removeEventListener('pointerover', onPointer);
    list.removeEventListener('pointerdown', onPointer);
    list.removeEventListener('keydown', onKeyDown);
    stop();
  };
}

function valuesOf(task: ShownTask, target: DropTarget, { groups, days }: Ordering): Placement | null {
  switch (target.kind) {
    case 'spot':
      return placeTask(groups(), task, target.spot, days());
    case 'timeframe':
      return toWhen(target.timeframe, days());
    case 'project':
      return task.project_id === target.project_id ? null : { project_id: target.project_id };
  }
}

async function moveRow(task: ShownTask, step: 1 | -1, ordering: Ordering): Promise<void> {
  const spot = nextSpot(ordering.groups(), task, step);
  const values = spot && placeTask(ordering.groups(), task, spot, ordering.days());
  if (!spot || !values) return;
  ordering.place(task.id, values);
  // In another group it is another element.
  await new Promise(requestAnimationFrame);
  const row = await waitForRow(task.id, ROW_APPEARS_WITHIN_MS);
  if (row && !row.contains(document.activeElement)) focusRow(row);
  const tasks = ordering.groups().find(({ name }) => name === spot.group)?.tasks ?? [];
  ordering.sayMoved(spot.group, tasks.findIndex(({ id }) => id === task.id) + 1, tasks.length);
}
