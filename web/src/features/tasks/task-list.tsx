import { useMemo } from 'react';
import { messages } from '#domain/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { LoadingPage } from '#web/ui/loading-page.tsx';
import { CompletedList } from './completed-list.tsx';
import { ListUnreachable, NothingPending, NothingShown } from './empty-list.tsx';
import { isShown } from './group-tasks.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PendingList, type RowContext } from './pending-list.tsx';
import { applyChanges } from './task-change.ts';
import { useTaskDialog } from './task-dialog-state.ts';
import { TaskFilters } from './task-filters.tsx';
import { useTaskView } from './task-view.ts';
import { useTaskActions, useUnconfirmed } from './use-task-changes.ts';
import { useCompleted, usePending } from './use-tasks.ts';

export type TaskListProps = Omit<RowContext, 'actions'>;

/** The list: filters, what is pending, what is done. */
export function TaskList(props: TaskListProps) {
  const query = usePending();
  const unconfirmed = useUnconfirmed();
  const actions = useTaskActions();
  const filter = useTaskView((state) => state.filter);
  const completed = useCompleted({ ...filter, page: 0 });
  const openAdd = useTaskDialog((state) => state.openAdd);
  const tasks = useMemo(() => applyChanges(query.data?.rows ?? [], unconfirmed), [query.data, unconfirmed]);

  if (!query.data) {
    if (query.isError)
      return <ListUnreachable busy={query.isFetching} onRetry={() => void query.refetch()} />;
    return <LoadingPage awaited="Waiting for your tasks." />;
  }
  const open = tasks.filter((task) => !task.is_completed);
  return (
    <>
      <OfflineNotice unsent={unconfirmed.length} />
      {query.isError && (
        <div className="mt-4">
          <InlineError
            action={
              <Button look="plain" size="s" busy={query.isFetching} onClick={() => void query.refetch()}>
                Try again
              </Button>
            }
          >
            {messages.tasks.loadFailed}. You see the copy on this device.
          </InlineError>
        </div>
      )}
      <TaskFilters pending={open} />
      {tasks.length === 0 ? (
        <NothingPending hasCompleted={(completed.data?.total ?? 0) > 0} onAdd={() => openAdd()} />
      ) : tasks.some((task) => isShown(task, filter)) ? (
        <PendingList tasks={tasks} actions={actions} {...props} />
      ) : (
        <NothingShown filter={filter} hidden={open.length} />
      )}
      <CompletedList unconfirmed={unconfirmed} actions={actions} {...props} />
    </>
  );
}
