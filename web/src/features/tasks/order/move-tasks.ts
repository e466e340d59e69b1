import { type Days, type ShownGroup, toWhen } from '#domain/days.ts';
import { TASK_TIMEFRAMES, type TaskTimeframe } from '#domain/task.ts';
import { focusRow, waitForRow } from '#web/lib/live/task-rows.ts';
import { t } from '#web/texts/soon.ts';
import type { Place, ShownTask, TaskChange } from '../change/task-change.ts';
import { useSelection } from '../choose/selection.ts';
import type { TaskGroup } from '../list/group-tasks.ts';
import { changeTasks, endSpot, nextSpot, placesNow, placeTasks, type Spot } from './place-tasks.ts';

export interface Ordering {
  /** The list as shown, with the rows that aren't rendered. */
  readonly groups: () => readonly TaskGroup<ShownTask>[];
  readonly days: () => Days;
  readonly change: (change: TaskChange) => void;
  /** To a screen reader. */
  readonly say: (text: string) => void;
}

/** Where tasks can be moved without dragging them. */
export type Move = 'up' | 'down' | 'top' | 'bottom' | TaskTimeframe;

type Ids = ReadonlySet<string>;

const ROW_APPEARS_WITHIN_MS = 1000;

/** The task with all that are chosen with it; none if it can't be moved. */
export function movedWith(id: string, { groups }: Ordering): Ids {
  const chosen = useSelection.getState().ids;
  const ready = groups()
    .flatMap(({ tasks }) => tasks)
    .filter((task) => task.isNew !== true && !task.is_completed);
  if (!ready.some((task) => task.id === id)) return new Set();
  return new Set(
    ready.flatMap((task) => (task.id === id || (chosen.has(id) && chosen.has(task.id)) ? task.id : [])),
  );
}

/** Moves what the task stands for by keyboard or menu, and keeps the focus on its row. */
export async function moveTask(id: string, move: Move, ordering: Ordering): Promise<void> {
  const ids = movedWith(id, ordering);
  const timeframe = TASK_TIMEFRAMES.find((known) => known === move);
  if (timeframe) changeMoved(ids, toWhen(timeframe, ordering.days()), ordering);
  else {
    const spot = spotOf(ids, move, ordering);
    if (!spot || !placeMoved(ids, spot, ordering)) return;
  }
  await new Promise(requestAnimationFrame);
  // In another group it is another element.
  const row = await waitForRow(id, ROW_APPEARS_WITHIN_MS);
  if (row && !row.contains(document.activeElement)) focusRow(row);
}

function spotOf(ids: Ids, move: Move, { groups }: Ordering): Spot | null {
  if (move === 'up' || move === 'down') return nextSpot(groups(), ids, move === 'up' ? -1 : 1);
  return move === 'top' || move === 'bottom' ? endSpot(groups(), ids, move) : null;
}

/** Puts tasks at a spot. False if nothing moves. */
export function placeMoved(ids: Ids, spot: Spot, ordering: Ordering): boolean {
  const places = placeTasks(ordering.groups(), ids, spot, ordering.days());
  send(ids, places, ids.size > 1, ordering);
  if (places.length > 0) void sayMoved(ids, spot.group, ordering);
  return places.length > 0;
}

/** Gives tasks another timeframe or project. They may leave the list by that, so it can be undone. */
export function changeMoved(ids: Ids, values: Parameters<typeof changeTasks>[1], ordering: Ordering): void {
  const tasks = ordering.groups().flatMap((group) => group.tasks.filter((task) => ids.has(task.id)));
  send(ids, changeTasks(tasks, values), true, ordering);
}

function send(ids: Ids, places: Place[], canUndo: boolean, { groups, change }: Ordering): void {
  if (places.length === 0) return;
  const before = placesNow(
    groups().flatMap(({ tasks }) => tasks),
    places,
  );
  const count = places.filter((place) => ids.has(place.id)).length;
  change({ kind: 'place_many', places, ...(canUndo && { undo: { count, places: before } }) });
}

async function sayMoved(ids: Ids, name: ShownGroup, { groups, say }: Ordering): Promise<void> {
  // The list is rendered by then.
  await new Promise(requestAnimationFrame);
  const group = name === 'before' ? 'today' : name;
  if (ids.size > 1) return say(t('tasks.order.moved_many', { count: ids.size, group }));
  const tasks = groups().find((shown) => shown.name === name)?.tasks ?? [];
  const place = tasks.findIndex(({ id }) => ids.has(id)) + 1;
  say(t('tasks.order.moved', { group, place, count: tasks.length }));
}
