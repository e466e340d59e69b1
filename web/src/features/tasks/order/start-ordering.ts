import { followPress } from './follow-press.ts';
import { liftTasks } from './lift-tasks.ts';
import type { MoveTask } from './move-context.ts';
import { moveTask, type Ordering } from './move-tasks.ts';

const rowAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-task-id]') : null;

/**
 * Makes the rows of a list movable, now and as they are added: delegated, because hundreds of rows would each need an
 * effect. `held` is the press that had this code loaded, if it is still held. Returns what moves a task.
 */
export function startOrdering(
  list: HTMLElement,
  ordering: Ordering,
  held: PointerEvent | null,
  signal: AbortSignal,
): MoveTask {
  const onPress = (event: PointerEvent) => {
    // Answers below a row stay selectable text.
    const title = event.target instanceof Element ? event.target.closest('.row-title') : null;
    const row = rowAt(title);
    if (row && event.isPrimary && event.button === 0)
      followPress(event, () => liftTasks(list, row, ordering));
  };
  list.addEventListener('pointerdown', onPress, { signal });
  if (held) onPress(held);
  return (id, move) => void moveTask(id, move, ordering);
}
