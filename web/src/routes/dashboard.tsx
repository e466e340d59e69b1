import { useCallback } from 'react';
import { messages } from '#domain/messages.ts';
import { AssistantNote } from '#web/features/delegation/assistant-note.tsx';
import { DelegationDialogs } from '#web/features/delegation/delegation-dialogs.tsx';
import { useDelegationDialogs } from '#web/features/delegation/open-delegation.ts';
import { TaskRun } from '#web/features/delegation/task-run.tsx';
import { useRunToasts } from '#web/features/delegation/use-run-toasts.ts';
import { AddProjectButton } from '#web/features/projects/add-project-button.tsx';
import { useProjectNames, useProjects } from '#web/features/projects/use-projects.ts';
import { AddTaskButton } from '#web/features/tasks/add-task-button.tsx';
import { QuickAdd } from '#web/features/tasks/quick-add.tsx';
import type { ShownTask } from '#web/features/tasks/task-change.ts';
import { TaskDialogSlot } from '#web/features/tasks/task-dialog-slot.tsx';
import { TaskList } from '#web/features/tasks/task-list.tsx';
import { useFirstTask } from '#web/features/tasks/use-first-task.ts';
import { useTaskChange } from '#web/features/tasks/use-task-changes.ts';
import { pageMeta } from '#web/lib/page-meta.ts';
import { today } from '#web/lib/today.ts';

export const meta = () =>
  pageMeta({
    title: messages.labels.dashboard,
    description: 'Your tasks, and what the assistant did.',
    path: '/dashboard',
    hidden: true,
  });

export default function Dashboard() {
  useFirstTask();
  useRunToasts();
  const { data: projects = [] } = useProjects();
  const projectNames = useProjectNames();
  const openDelegate = useDelegationDialogs((state) => state.openDelegate);
  const change = useTaskChange();
  const renderRun = useCallback((task: ShownTask) => <TaskRun task={task} />, []);
  return (
    <>
      <div className="mb-3 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 md:mb-5 md:flex md:items-center">
        {/* On the phone the button stands beside the sentence, because the date needs the whole line. */}
        <div className="min-w-0 grow max-md:contents">
          <h1 className="type-title-2 max-md:col-span-2">{today()}</h1>
          <AssistantNote />
        </div>
        <AddProjectButton />
        <span className="max-md:hidden">
          <AddTaskButton />
        </span>
      </div>
      <QuickAdd projectNames={projectNames} />
      <TaskList projectNames={projectNames} onDelegate={openDelegate} renderRun={renderRun} />
      <TaskDialogSlot />
      <DelegationDialogs
        projects={projects}
        onComplete={(id) => change({ kind: 'complete', id, is_completed: true })}
      />
    </>
  );
}
