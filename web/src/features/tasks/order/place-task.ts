import { generateKeyBetween } from 'fractional-indexing';
import { type Days, type ShownGroup, toShownGroup, toWhen, type When } from '#domain/days.ts';
import { type Orderable, toOrderKey } from '#domain/task-order.ts';
import type { TaskGroup } from '../list/group-tasks.ts';

/** A place in the list: before a task of a group, or at its end. */
export interface Spot {
  readonly group: ShownGroup;
  readonly before: string | null;
}

type Placed = Orderable & When;

/** Values that put a task there; null if it is there, or can't be. */
export function placeTask<Task extends Placed>(
  groups: readonly TaskGroup<Task>[],
  task: Task,
  { group, before }: Spot,
  days: Days,
): (Partial<When> & { rank: string }) | null {
  const from = toShownGroup(task, days);
  // Nothing can be put off to the past.
  if (group === 'before' && from !== 'before') return null;
  const tasks = groups.find(({ name }) => name === group)?.tasks ?? [];
  const others = tasks.filter(({ id }) => id !== task.id);
  const found = before === null ? -1 : others.findIndex(({ id }) => id === before);
  const at = found === -1 ? others.length : found;
  if (from === group && tasks.indexOf(task) === at) return null;
  const above = others[at - 1];
  const rank = keyAfter(above, others.slice(at));
  return group === from || group === 'before' ? { rank } : { rank, ...toWhen(group, days) };
}

/** Of several tasks at the same place, none of which can be told apart, it goes below the last. */
function keyAfter(above: Placed | undefined, below: readonly Placed[]): string {
  const lower = above ? toOrderKey(above) : null;
  const next = below.find((task) => lower === null || toOrderKey(task) > lower);
  return generateKeyBetween(lower, next ? toOrderKey(next) : null);
}

/** The spot one row up or down, into the neighbouring group at an end; null at the end of the list. */
export function nextSpot<Task extends Placed>(
  groups: readonly TaskGroup<Task>[],
  task: Task,
  step: 1 | -1,
): Spot | null {
  const at = groups.findIndex(({ tasks }) => tasks.includes(task));
  const group = groups[at];
  if (!group) return null;
  const place = group.tasks.indexOf(task) + step;
  if (place >= 0 && place < group.tasks.length)
    return { group: group.name, before: group.tasks[step === 1 ? place + 1 : place]?.id ?? null };
  const neighbour = groups[at + step];
  if (!neighbour || neighbour.name === 'before') return null;
  return { group: neighbour.name, before: step === 1 ? (neighbour.tasks[0]?.id ?? null) : null };
}
