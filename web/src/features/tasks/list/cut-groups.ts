import type { ShownGroup } from '#domain/days.ts';
import type { TaskGroup } from './group-tasks.ts';

/** Rows of a group before "Show more", so that the groups below stay within reach. */
export const GROUP_PART = 100;

/** Rows requested per group beyond the first part. */
export type GroupLimits = Readonly<Partial<Record<ShownGroup, number>>>;

export interface CutGroup<Task> {
  readonly group: TaskGroup<Task>;
  /** Rows to render now. */
  readonly rows: readonly Task[];
  /** Number of tasks behind "Show more". */
  readonly hidden: number;
}

export interface CutList<Task> {
  readonly groups: readonly CutGroup<Task>[];
  /** Number of rows to render on scrolling. */
  readonly waiting: number;
}

/** Rows to render: the first `room` rows, capped per group by its limit. */
export function cutGroups<Task>(
  groups: readonly TaskGroup<Task>[],
  limits: GroupLimits,
  room: number,
): CutList<Task> {
  let left = room;
  let waiting = 0;
  const cut: CutGroup<Task>[] = [];
  for (const group of groups) {
    const wanted = Math.min(group.tasks.length, limits[group.name] ?? GROUP_PART);
    const drawn = Math.min(wanted, left);
    const hidden = drawn === wanted ? group.tasks.length - wanted + (group.more ?? 0) : 0;
    if (left > 0) cut.push({ group, rows: group.tasks.slice(0, drawn), hidden });
    left -= drawn;
    waiting += wanted - drawn;
  }
  return { groups: cut, waiting };
}

/** Limits and room that bring a task into view, however far down it is. */
export function reach<Task extends { readonly id: string }>(
  groups: readonly TaskGroup<Task>[],
  id: string | null,
  limits: GroupLimits,
  room: number,
): [GroupLimits, number] {
  let above = 0;
  for (const { name, tasks } of groups) {
    const limit = limits[name] ?? GROUP_PART;
    const place = id === null ? -1 : tasks.findIndex((task) => task.id === id);
    if (place >= 0)
      return [{ ...limits, [name]: Math.max(limit, place + 1) }, Math.max(room, above + place + 1)];
    above += Math.min(tasks.length, limit);
  }
  return [limits, room];
}
