import { Plus, RotateCw } from 'lucide-react';
import { messages } from '#domain/messages.ts';
import { CATEGORY_LABELS, TIMEFRAME_LABELS } from '#domain/task.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NO_FILTER, type TaskFilter } from './group-tasks.ts';
import { useTaskView } from './task-view.ts';

/** No pending task at all: the first visit, or everything done. */
export function NothingPending({ hasCompleted, onAdd }: { hasCompleted: boolean; onAdd: () => void }) {
  const add = (
    <Button icon={<Plus size={16} aria-hidden />} onClick={onAdd}>
      {messages.labels.addTask}
    </Button>
  );
  return hasCompleted ? (
    <EmptyState heading="Nothing left to do." action={add}>
      What you complete stays below. The assistant can take over whatever comes next.
    </EmptyState>
  ) : (
    <EmptyState heading="A clean page." action={add}>
      Write the first task as you would say it:{' '}
      <span className="text-ink underline decoration-[1.5px] underline-offset-4">
        call the bank tomorrow !urgent #work
      </span>
    </EmptyState>
  );
}

/** The filter hides every pending task. */
export function NothingShown({ filter, hidden }: { filter: TaskFilter; hidden: number }) {
  const setFilter = useTaskView((state) => state.setFilter);
  const category = filter.category === 'all' ? '' : `${CATEGORY_LABELS[filter.category].toLowerCase()} `;
  const timeframe =
    filter.timeframe === 'all' ? '' : ` for ${TIMEFRAME_LABELS[filter.timeframe].toLowerCase()}`;
  return (
    <EmptyState
      heading={`No ${category}tasks${filter.timeframe === 'future' ? ' for the future' : timeframe}.`}
      action={<Button onClick={() => setFilter(NO_FILTER)}>Clear filters</Button>}
    >
      The filter is on, {hidden === 1 ? '1 other task is' : `${hidden} other tasks are`} hidden.
    </EmptyState>
  );
}

/** The list could not be read and there is no copy of it. */
export function ListUnreachable({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <EmptyState
      heading={messages.tasks.loadFailed}
      action={
        <Button icon={<RotateCw size={16} aria-hidden />} busy={busy} busyLabel="Trying…" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The server did not answer. What you typed is kept on this device.
    </EmptyState>
  );
}
