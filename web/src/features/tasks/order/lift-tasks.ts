import { toWhen } from '#domain/days.ts';
import { rowOfTask } from '#web/lib/live/task-rows.ts';
import { type DropTarget, findTarget, markTarget } from './drop-target.ts';
import type { Drag, Point } from './follow-press.ts';
import { changeMoved, movedWith, type Ordering, placeMoved } from './move-tasks.ts';

/** Takes up the task of a row, and all that are chosen with it. Null if it can't be moved. */
export function liftTasks(list: HTMLElement, row: HTMLElement, ordering: Ordering): Drag | null {
  const ids = movedWith(row.dataset['taskId'] ?? '', ordering);
  if (ids.size === 0) return null;
  const preview = showPreview(row, ids.size);
  const rows = [...ids].flatMap((id) => rowOfTask(id) ?? []);
  for (const lifted of rows) lifted.toggleAttribute('data-dragged', true);
  let over: DropTarget | null = null;
  const show = (target: DropTarget | null) => {
    markTarget(over, false);
    over = target;
    markTarget(over, true);
  };
  return {
    move: (point) => {
      preview.follow(point);
      show(findTarget(list, ordering.groups(), point));
    },
    drop: (point) => {
      const target = findTarget(list, ordering.groups(), point);
      if (target) putTo(target, ids, ordering);
    },
    end: () => {
      show(null);
      preview.remove();
      for (const lifted of rows) lifted.removeAttribute('data-dragged');
    },
  };
}

function putTo(target: DropTarget, ids: ReadonlySet<string>, ordering: Ordering): void {
  switch (target.kind) {
    case 'spot':
      placeMoved(ids, target.spot, ordering);
      break;
    case 'timeframe':
      changeMoved(ids, toWhen(target.timeframe, ordering.days()), ordering);
      break;
    case 'project':
      changeMoved(ids, { project_id: target.project_id }, ordering);
  }
}

/** The title beside the pointer, with the number of tasks if there are several. */
function showPreview(row: HTMLElement, count: number) {
  const preview = document.createElement('div');
  preview.className = 'drag-preview';
  preview.ariaHidden = 'true';
  const title = document.createElement('span');
  title.dir = 'auto';
  title.textContent = row.querySelector('.row-text')?.textContent ?? '';
  preview.append(title);
  if (count > 1) {
    const number = document.createElement('b');
    number.textContent = String(count);
    preview.append(number);
  }
  document.body.append(preview);
  return {
    follow: ({ clientX, clientY }: Point) => {
      preview.style.translate = `${clientX}px ${clientY}px`;
    },
    remove: () => preview.remove(),
  };
}
