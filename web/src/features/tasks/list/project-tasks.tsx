import Plus from 'lucide-react/icons/plus';
import { useEffect, useMemo, useState } from 'react';
import { QueryWaiting } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useAddTask } from '../add/add-task-button.tsx';
import { applyChanges } from '../change/task-change.ts';
import { useTaskActions, useUnconfirmed } from '../change/use-task-changes.ts';
import { CompletedList } from './completed-list.tsx';
import { ListUnreachable } from './empty-list.tsx';
import { countTasks, NO_FILTER } from './group-tasks.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PendingList } from './pending-list.tsx';
import { StaleCopy } from './stale-copy.tsx';
import type { TaskListProps } from './task-list.tsx';
import { type TaskProject, useTaskView } from './task-view.ts';
import { useCompleted, usePending } from './use-tasks.ts';
import { useWindow } from './use-window.ts';

export interface ProjectTasksProps extends TaskListProps {
  project: TaskProject;
}

/** Pending and completed tasks of a project. While mounted, new tasks go into it. */
export function ProjectTasks({ project: { id, category }, ...props }: ProjectTasksProps) {
  useNewTasksIn(id, category);
  const [page, setPage] = useState(0);
  const query = usePending();
  const view = { ...NO_FILTER, project_id: id, page };
  const completed = useCompleted(view);
  const unconfirmed = useUnconfirmed();
  const actions = useTaskActions();
  const long = useWindow(query.data, 'all', id);
  const addTask = useAddTask();
  const rows = query.data?.rows;
  const tasks = useMemo(
    () => applyChanges(rows ?? [], unconfirmed).filter(({ project_id }) => project_id === id),
    [rows, unconfirmed, id],
  );

  if (!query.data) {
    if (query.isError)
      return <ListUnreachable busy={query.isFetching} onRetry={() => void query.refetch()} />;
    return <QueryWaiting isPaused={query.isPaused} awaited={t('tasks.waiting')} />;
  }
  const row = { ...props, actions, isOfOneProject: true };
  return (
    <>
      <OfflineNotice unsent={unconfirmed.length} />
      <StaleCopy query={query} />
      {tasks.length > 0 || (long && countTasks(long.outside) > 0) ? (
        <PendingList tasks={tasks} filter={NO_FILTER} long={long} {...row} />
      ) : (long ? !long.isLoaded : query.data.hasMore) ? (
        <QueryWaiting isPaused={query.isPaused} awaited={t('tasks.waiting')} />
      ) : (
        <div className="mt-5">
          <EmptyState
            heading={t(completed.data?.total ? 'tasks.project.done' : 'tasks.project.empty')}
            action={
              <Button icon={<Plus size={16} aria-hidden />} onClick={addTask}>
                {t('tasks.add')}
              </Button>
            }
          >
            {t('tasks.project.teaches')}
          </EmptyState>
        </div>
      )}
      <CompletedList view={view} onTurn={setPage} unconfirmed={unconfirmed} {...row} />
    </>
  );
}

function useNewTasksIn(id: string, category: TaskProject['category']): void {
  const setProject = useTaskView((state) => state.setProject);
  useEffect(() => {
    setProject({ id, category });
    return () => setProject(null);
  }, [setProject, id, category]);
}
