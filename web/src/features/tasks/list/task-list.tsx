import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { forgetFirstRows } from '#web/lib/device/first-rows.ts';
import { useDays } from '#web/lib/device/local-day.ts';
import { QueryWaiting } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/app.ts';
import { applyChanges } from '../change/task-change.ts';
import { useTaskActions, useUnconfirmed } from '../change/use-task-changes.ts';
import { useTaskDialog } from '../edit/task-dialog-state.ts';
import { CompletedList } from './completed-list.tsx';
import { ListUnreachable, NothingPending, NothingShown } from './empty-list.tsx';
import { FirstRows } from './first-rows.tsx';
import { isShown, NO_FILTER } from './group-tasks.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PendingList, type RowContext } from './pending-list.tsx';
import { StaleCopy } from './stale-copy.tsx';
import { TaskFilters } from './task-filters.tsx';
import { useTaskView } from './task-view.ts';
import { useCompleted, usePending } from './use-tasks.ts';
import { useWindow } from './use-window.ts';

export type TaskListProps = Omit<RowContext, 'actions' | 'isOfOneProject'>;

interface DashboardListProps extends TaskListProps {
  /** Shown below the filters. */
  notice: ReactNode;
  /** Shown below the lists, once loaded. */
  foot?: ReactNode;
}

/** Filters with the pending and completed lists. */
export function TaskList({ notice, foot, ...props }: DashboardListProps) {
  const query = usePending();
  const unconfirmed = useUnconfirmed();
  const actions = useTaskActions();
  const days = useDays();
  const { filter: chosen, page: turned, setPage } = useTaskView();
  // Deferred: the tab changes at once, the rows may take longer. The page number belongs to the filter, so it
  // is deferred too.
  const filter = useDeferredValue(chosen);
  const page = useDeferredValue(turned);
  const completed = useCompleted({ ...NO_FILTER, page: 0 });
  const openAdd = useTaskDialog((state) => state.openAdd);
  const long = useWindow(query.data, filter.category);
  const tasks = useMemo(() => applyChanges(query.data?.rows ?? [], unconfirmed), [query.data, unconfirmed]);

  const isEmpty = query.data !== undefined && tasks.length === 0;
  useEffect(() => {
    if (isEmpty) forgetFirstRows();
  }, [isEmpty]);

  if (!query.data) {
    if (query.isError)
      return <ListUnreachable busy={query.isFetching} onRetry={() => void query.refetch()} />;
    return (
      <>
        <FirstRows />
        <QueryWaiting isPaused={query.isPaused} awaited={t('tasks.waiting')} />
      </>
    );
  }
  const open = [...tasks.filter((task) => !task.is_completed), ...(long?.outside ?? [])];
  return (
    <>
      <OfflineNotice unsent={unconfirmed.length} />
      <StaleCopy query={query} />
      <TaskFilters pending={open} />
      {notice}
      {tasks.length === 0 && open.length === 0 ? (
        <NothingPending hasCompleted={(completed.data?.total ?? 0) > 0} onAdd={() => openAdd()} />
      ) : [...tasks, ...open].some((task) => isShown(task, filter, days)) ? (
        <PendingList
          tasks={tasks}
          filter={filter}
          long={long}
          isKept={filter.category === 'all' && filter.timeframe === 'all'}
          actions={actions}
          {...props}
        />
      ) : (
        <NothingShown filter={filter} pending={open} />
      )}
      <CompletedList
        view={{ ...filter, page }}
        onTurn={setPage}
        ofAll={completed.data?.total}
        unconfirmed={unconfirmed}
        actions={actions}
        {...props}
      />
      {foot}
    </>
  );
}
