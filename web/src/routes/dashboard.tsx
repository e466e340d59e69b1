import Trash2 from 'lucide-react/icons/trash';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { AssistantNote } from '#web/features/delegation/assistant-note.tsx';
import { TaskRun } from '#web/features/delegation/progress/task-run.tsx';
import { AddProjectButton } from '#web/features/projects/add-project-button.tsx';
import { ProjectsUnread } from '#web/features/projects/projects-unread.tsx';
import { useProjectNames } from '#web/features/projects/use-projects.ts';
import { AddTaskButton } from '#web/features/tasks/add/add-task-button.tsx';
import { QuickAdd } from '#web/features/tasks/add/quick-add.tsx';
import { useFirstTask } from '#web/features/tasks/add/use-first-task.ts';
import type { ShownTask } from '#web/features/tasks/change/task-change.ts';
import { FirstRows } from '#web/features/tasks/list/first-rows.tsx';
import { TaskList } from '#web/features/tasks/list/task-list.tsx';
import { today } from '#web/lib/format/today.ts';
import type { RouteHandle } from '#web/lib/page/page-file.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { startDelegation } from './commands/start-delegation.ts';

export const meta = () =>
  pageMeta({
    title: t('shell.dashboard'),
    description: t('tasks.page.description'),
    path: '/dashboard',
    hidden: true,
  });

export const handle: RouteHandle = { waitsItself: true };

/** One head for both, so that its buttons stay where a press has begun. */
export default function Dashboard() {
  const isKnown = useSession((state) => state.user !== null);
  return (
    <>
      <Head note={isKnown ? <AssistantNote /> : <p className="mt-0.5 min-h-5" />}>
        {isKnown ? today() : <UnknownDay />}
      </Head>
      {isKnown ? <Tasks /> : <WaitingTasks />}
    </>
  );
}

function Tasks() {
  useFirstTask();
  const projectNames = useProjectNames();
  const renderRun = useCallback((task: ShownTask) => <TaskRun task={task} />, []);
  return (
    <>
      <QuickAdd projectNames={projectNames} />
      <TaskList
        projectNames={projectNames}
        onDelegate={startDelegation}
        renderRun={renderRun}
        notice={<ProjectsUnread calm />}
        foot={<Foot />}
      />
    </>
  );
}

/** The same places, without what only the person's device or the server knows. */
function WaitingTasks() {
  return (
    <>
      <div className="min-h-11.5 rounded-control border border-control bg-raised" />
      <FirstRows />
      <LoadingPage awaited={t('shell.checking')} />
    </>
  );
}

/** The page's file doesn't know the day. */
function UnknownDay() {
  return (
    <>
      <span className="sr-only">{t('ui.loading')}</span>
      {'\u00a0'}
    </>
  );
}

function Head({ children, note }: { children: ReactNode; note: ReactNode }) {
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 md:mb-5 md:flex md:items-center">
      {/* On phones the button is beside the sentence, because the date needs a full line. */}
      <div className="min-w-0 grow max-md:contents">
        <h1 className="type-title-2 max-md:col-span-2">{children}</h1>
        {note}
      </div>
      <AddProjectButton place="elsewhere" look="plain" className="max-md:-me-2.5 max-md:-mt-2" />
      <span className="max-md:hidden">
        <AddTaskButton />
      </span>
    </div>
  );
}

function Foot() {
  return (
    <p className="mt-10 ps-[calc(var(--margin)+4px)]">
      <Link to="/trash" className={buttonClass('plain', 's', '-ms-2.5')}>
        <Trash2 size={14} aria-hidden />
        {t('tasks.foot.trash')}
      </Link>
    </p>
  );
}
