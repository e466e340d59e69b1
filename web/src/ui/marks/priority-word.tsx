import type { TaskPriority } from '#domain/task.ts';
import { t } from '#web/texts/app.ts';

/** The priority as a word; the two pressing ones are bold. */
export function PriorityWord({ priority }: { priority: TaskPriority }) {
  const presses = priority === 'urgent' || priority === 'high';
  return (
    <span className={presses ? 'font-semibold text-text' : 'text-text-2'}>
      {t(`tasks.priority.${priority}`)}
    </span>
  );
}
