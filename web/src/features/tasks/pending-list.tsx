import { useState } from 'react';
import { messages } from '#domain/messages.ts';
import { TIMEFRAME_LABELS } from '#domain/task.ts';
import { Button } from '#web/ui/button.tsx';
import { groupTasks, type TaskGroup } from './group-tasks.ts';
import type { ShownTask } from './task-change.ts';
import { TaskRow, type TaskRowProps } from './task-row.tsx';
import { useTaskView } from './task-view.ts';

export interface RowContext extends Omit<TaskRowProps, 'task' | 'projectName'> {
  projectNames: ReadonlyMap<string, string>;
}

/** Pending tasks by timeframe, from today on. */
export function PendingList({ tasks, ...context }: RowContext & { tasks: readonly ShownTask[] }) {
  const filter = useTaskView((state) => state.filter);
  const groups = groupTasks(tasks, filter);
  const count = groups.reduce((sum, group) => sum + countOpen(group.tasks), 0);
  return (
    <section aria-label={messages.labels.pending}>
      <ul className="sheet max-md:-mx-4">
        <li className="flex items-baseline gap-2 ps-[calc(var(--margin)+4px)] pt-5 max-md:ps-[calc(var(--margin)+14px)] [&+.group-head]:pt-2">
          <h2 className="type-title-3">{messages.labels.pending}</h2>
          <span className="type-slip text-text-3">{count}</span>
        </li>
        {groups.map((group) => (
          <Group key={group.timeframe} group={group} {...context} />
        ))}
      </ul>
    </section>
  );
}

/** Rows that are drawn at once: a list of a thousand would make every keystroke wait. */
const SHOWN_AT_ONCE = 100;

function Group({ group, projectNames, ...row }: RowContext & { group: TaskGroup<ShownTask> }) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const hidden = group.tasks.length - limit;
  return (
    <>
      <li className="group-head">
        <h3>{TIMEFRAME_LABELS[group.timeframe]}</h3>
        <span className="type-slip text-text-3">{countOpen(group.tasks)}</span>
      </li>
      {group.tasks.slice(0, limit).map((task) => (
        <TaskRow
          key={task.client_id ?? task.id}
          task={task}
          projectName={task.project_id === null ? undefined : projectNames.get(task.project_id)}
          {...row}
        />
      ))}
      {hidden > 0 && (
        <li className="py-2 ps-[calc(var(--margin)+4px)] max-md:ps-[calc(var(--margin)+14px)]">
          <Button look="plain" size="s" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
            Show {Math.min(hidden, SHOWN_AT_ONCE)} more
          </Button>
        </li>
      )}
    </>
  );
}

function countOpen(tasks: readonly ShownTask[]): number {
  return tasks.filter((task) => !task.is_completed).length;
}
