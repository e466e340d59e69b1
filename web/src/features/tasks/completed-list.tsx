import { Archive, ArrowLeft, ArrowRight } from 'lucide-react';
import { messages } from '#domain/messages.ts';
import { COMPLETED_KEPT, COMPLETED_PER_PAGE } from '#domain/task.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { RowContext } from './pending-list.tsx';
import { applyChanges, type TaskChange } from './task-change.ts';
import { TaskRow } from './task-row.tsx';
import { useTaskView } from './task-view.ts';
import { useCompleted } from './use-tasks.ts';

/** Completed tasks, five to a page, the latest first. Not there while there are none. */
export function CompletedList({
  unconfirmed,
  projectNames,
  ...row
}: RowContext & { unconfirmed: readonly TaskChange[] }) {
  const { filter, page, setPage } = useTaskView();
  const query = useCompleted({ ...filter, page });
  if (query.isError && !query.data) {
    return (
      <div className="mt-10">
        <InlineError
          action={
            <Button look="plain" size="s" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {messages.tasks.loadFailed}
        </InlineError>
      </div>
    );
  }
  const { rows = [], total = 0 } = query.data ?? {};
  if (total === 0) return null;
  const tasks = applyChanges(
    rows,
    unconfirmed.filter(({ kind }) => kind !== 'add'),
  );
  return (
    <section aria-label={messages.labels.completed}>
      <ul className="sheet max-md:-mx-4">
        <li className="flex items-baseline gap-2 border-b border-line ps-[calc(var(--margin)+4px)] pt-10 pb-2 max-md:ps-[calc(var(--margin)+14px)]">
          <h2 className="type-title-3">{messages.labels.completed}</h2>
          <span className="type-slip text-text-3">{total}</span>
        </li>
        {tasks.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            projectName={task.project_id === null ? undefined : projectNames.get(task.project_id)}
            {...row}
          />
        ))}
      </ul>
      {total > COMPLETED_PER_PAGE && <Pager page={page} total={total} onTurn={setPage} />}
      {total > COMPLETED_KEPT && (
        <div className="ps-[calc(var(--margin)+4px)]">
          <Notice icon={<Archive size={14} aria-hidden />}>
            {total} completed tasks: the {messages.tasks.oldestRemoved}.
          </Notice>
        </div>
      )}
    </section>
  );
}

function Pager({ page, total, onTurn }: { page: number; total: number; onTurn: (page: number) => void }) {
  const first = page * COMPLETED_PER_PAGE + 1;
  const last = Math.min(total, first + COMPLETED_PER_PAGE - 1);
  return (
    <nav
      aria-label="Pages of completed tasks"
      className="type-meta flex items-center gap-2 py-3 ps-[calc(var(--margin)+4px)] text-text-3"
    >
      <output className="me-auto">
        {first} to {last} of {total}
      </output>
      <Button
        size="s"
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
        icon={<ArrowLeft size={14} aria-hidden className="rtl:-scale-x-100" />}
      >
        Newer
      </Button>
      <Button size="s" disabled={last === total} onClick={() => onTurn(page + 1)}>
        Older
        <ArrowRight size={14} aria-hidden className="rtl:-scale-x-100" />
      </Button>
    </nav>
  );
}
