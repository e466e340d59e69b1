import { useMemo } from 'react';
import type { Days } from '#domain/days.ts';
import { useDays } from '#web/lib/device/local-day.ts';
import { Loaded } from '#web/lib/page/loaded.tsx';
import type { ProjectNames } from '../add/find-project.ts';
import type { ShownTask } from '../change/task-change.ts';
import { isShown, type TaskFilter } from '../list/group-tasks.ts';
import { useSelection } from './selection.ts';

const load = async () => (await import('./bulk-bar.tsx')).BulkBar;

interface BulkSlotProps {
  tasks: readonly ShownTask[];
  filter: TaskFilter;
  projectNames: ProjectNames;
}

/** Mounts the bulk toolbar; its code loads with the first selection. */
export function BulkSlot({ tasks, filter, projectNames }: BulkSlotProps) {
  const days = useDays();
  const chosen = useSelection((state) => state.ids);
  const ids = useMemo(
    () =>
      chosen.size === 0
        ? []
        : tasks.filter((task) => chosen.has(task.id) && isReady(task, filter, days)).map(({ id }) => id),
    [tasks, filter, days, chosen],
  );
  return ids.length > 0 && <Loaded load={load} props={{ ids, projectNames }} />;
}

/** Excludes tasks that are hidden or not on the server yet. */
function isReady(task: ShownTask, filter: TaskFilter, days: Days): boolean {
  return !task.is_completed && task.isNew !== true && isShown(task, filter, days);
}
