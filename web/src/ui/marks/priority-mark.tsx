import type { TaskPriority } from '#domain/task.ts';
import { classNames } from '../class-names.ts';

const MARKS: Readonly<Record<TaskPriority, string>> = {
  urgent: '!!',
  high: '!',
  medium: '',
  low: '–',
  nice_to: '•',
};

/** The mark in the margin: weight and shape, no colour. Screen readers get the word from the row instead. */
export function PriorityMark({ priority }: { priority: TaskPriority }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'priority-mark',
        priority === 'urgent' && 'bg-text text-page',
        priority === 'high' && 'text-text shadow-[inset_0_0_0_1.5px_var(--text)]',
      )}
    >
      {MARKS[priority]}
    </span>
  );
}
