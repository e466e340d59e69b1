import { type Days, type ShownGroup, toShownGroup, toWhen, type When } from '#domain/days.ts';
import { type Orderable, toOrderKey } from '#domain/task-order.ts';
import type { Place } from '../change/task-change.ts';
import type { TaskGroup } from '../list/group-tasks.ts';
import { makeRoom } from './make-room.ts';

/** A place in the list: before a task of a group, or at its end. */
export interface Spot {
  readonly group: ShownGroup;
  readonly before: string | null;
}

type Placed = Orderable & When;
type Groups<Task> = readonly TaskGroup<Task>[];
type Ids = ReadonlySet<string>;

/** Values that put tasks there, one below the other as in the list; none if they are there, or can't be. */
export function placeTasks<Task extends Placed>(
  groups: Groups<Task>,
  ids: Ids,
  { group, before }: Spot,
  days: Days,
): Place[] {
  const moved = groups.flatMap(({ tasks }) => tasks.filter(({ id }) => ids.has(id)));
  // Nothing can be put off to the past.
  if (group === 'before' && moved.some((task) => toShownGroup(task, days) !== 'before')) return [];
  const tasks = groups.find(({ name }) => name === group)?.tasks ?? [];
  const others = tasks.filter(({ id }) => !ids.has(id));
  const at = placeAmong(others, tasks, before);
  if (moved.every((task, index) => tasks[at + index] === task)) return [];
  const { from, ranks } = makeRoom(others.map(toOrderKey), at, moved.length);
  const placed = others.toSpliced(at, 0, ...moved);
  return ranks.flatMap((rank, index) => {
    const task = placed[from + index];
    if (!task) return [];
    const stays = group === 'before' || toShownGroup(task, days) === group;
    return { id: task.id, rank, ...(!stays && toWhen(group, days)) };
  });
}

/** A moved task may itself be named: then it is the next below it that doesn't move. */
function placeAmong<Task extends Placed>(
  others: readonly Task[],
  tasks: readonly Task[],
  before: string | null,
): number {
  const named = before === null ? -1 : tasks.findIndex(({ id }) => id === before);
  if (named === -1) return others.length;
  const staying = new Set(others);
  const next = tasks.slice(named).find((task) => staying.has(task));
  return next ? others.indexOf(next) : others.length;
}

/** The spot one row up or down, into the neighbouring group at an end; null at the end of the list. */
export function nextSpot<Task extends Placed>(groups: Groups<Task>, ids: Ids, step: 1 | -1): Spot | null {
  const isMoved = ({ id }: Task) => ids.has(id);
  const holds = ({ tasks }: TaskGroup<Task>) => tasks.some(isMoved);
  const at = step === 1 ? groups.findLastIndex(holds) : groups.findIndex(holds);
  const group = groups[at];
  if (!group) return null;
  const { tasks, name } = group;
  const place = (step === 1 ? tasks.findLastIndex(isMoved) : tasks.findIndex(isMoved)) + step;
  if (place >= 0 && place < tasks.length)
    return { group: name, before: tasks[step === 1 ? place + 1 : place]?.id ?? null };
  const neighbour = groups[at + step];
  if (!neighbour || neighbour.name === 'before') return null;
  return { group: neighbour.name, before: step === 1 ? (neighbour.tasks[0]?.id ?? null) : null };
}

/** The top or the bottom of the first group with one of the tasks. */
export function endSpot<Task extends Placed>(
  groups: Groups<Task>,
  ids: Ids,
  end: 'top' | 'bottom',
): Spot | null {
  const group = groups.find(({ tasks }) => tasks.some(({ id }) => ids.has(id)));
  if (!group) return null;
  return { group: group.name, before: end === 'top' ? (group.tasks[0]?.id ?? null) : null };
}

/** Gives tasks the same values, each only if it has others. */
export function changeTasks<Task extends Placed & { readonly project_id: string | null }>(
  tasks: readonly Task[],
  values: When | { readonly project_id: string | null },
): Place[] {
  return tasks
    .filter((task) =>
      'project_id' in values
        ? task.project_id !== values.project_id
        : task.timeframe !== values.timeframe || task.due_on !== values.due_on,
    )
    .map(({ id }) => ({ id, ...values }));
}

/** The places that tasks have now, of the same kind as those that they are to get. */
export function placesNow<Task extends Place>(tasks: readonly Task[], places: readonly Place[]): Place[] {
  const known = new Map(tasks.map((task) => [task.id, task]));
  return places.flatMap((place) => {
    const task = known.get(place.id);
    if (!task) return [];
    const { id, rank = null, timeframe, due_on, is_dated, project_id } = task;
    return {
      id,
      ...('rank' in place && { rank }),
      ...('timeframe' in place && { timeframe, due_on, is_dated }),
      ...('project_id' in place && { project_id }),
    };
  });
}
