import { useCallback } from 'react';
import { Link } from 'react-router';
import type { Project } from '#domain/rows/project-row.ts';
import { TRASH_DAYS } from '#domain/trash.ts';
import { useDelegationDialogs } from '#web/features/delegation/open-delegation.ts';
import { TaskRun } from '#web/features/delegation/progress/task-run.tsx';
import { ProjectAnswers } from '#web/features/projects/project-answers.tsx';
import { ProjectHead, ToProjects } from '#web/features/projects/project-head.tsx';
import { ProjectsUnreachable } from '#web/features/projects/project-list.tsx';
import { useProject } from '#web/features/projects/use-project.ts';
import { useProjectNames } from '#web/features/projects/use-projects.ts';
import { AddTaskButton } from '#web/features/tasks/add/add-task-button.tsx';
import { QuickAdd } from '#web/features/tasks/add/quick-add.tsx';
import type { ShownTask } from '#web/features/tasks/change/task-change.ts';
import { ProjectTasks } from '#web/features/tasks/list/project-tasks.tsx';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { usePageTitle } from '#web/lib/page/use-page-title.ts';
import { QueryWaiting } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/later.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { Route } from './+types/project.ts';
import { startDelegation } from './commands/start-delegation.ts';

export const meta: Route.MetaFunction = ({ params }) =>
  pageMeta({
    title: t('projects.one'),
    description: t('projects.page.description'),
    path: `/projects/${params.id}`,
    hidden: true,
  });

export default function ProjectPage({ params }: Route.ComponentProps) {
  const { project, isError, isFetching, isPaused, retry } = useProject(params.id);
  usePageTitle(project?.name);
  if (project) return <KnownProject key={project.id} project={project} />;
  return (
    <>
      <ToProjects />
      <h1 className="sr-only">{t('projects.one')}</h1>
      <div className="mt-3">
        {project === null ? (
          <EmptyState
            heading={t('projects.not_found')}
            action={
              <>
                <Link to="/projects" className={buttonClass()}>
                  {t('projects.all')}
                </Link>
                <Link to="/trash" className={buttonClass('plain')}>
                  {t('projects.to_trash')}
                </Link>
              </>
            }
          >
            {t('projects.not_found_hint', { days: TRASH_DAYS })}
          </EmptyState>
        ) : isError ? (
          <ProjectsUnreachable busy={isFetching} onRetry={retry} />
        ) : (
          <QueryWaiting isPaused={isPaused} awaited={t('projects.waiting_one')} />
        )}
      </div>
    </>
  );
}

function KnownProject({ project }: { project: Project }) {
  const projectNames = useProjectNames();
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const renderRun = useCallback((task: ShownTask) => <TaskRun task={task} folded />, []);
  return (
    <>
      <ProjectHead
        project={project}
        action={
          <span className="max-md:hidden">
            <AddTaskButton />
          </span>
        }
      />
      <QuickAdd projectNames={projectNames} />
      <ProjectTasks
        project={project}
        projectNames={projectNames}
        onDelegate={startDelegation}
        renderRun={renderRun}
      />
      <ProjectAnswers projectId={project.id} onRead={({ tasks, run_id }) => openResponse(tasks, run_id)} />
    </>
  );
}
