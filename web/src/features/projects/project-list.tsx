import RotateCw from 'lucide-react/icons/rotate-cw';
import { QueryWaiting } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { AddProjectButton } from './add-project-button.tsx';
import { ProjectGrid } from './project-grid.tsx';
import { useProjectCounts } from './use-project-work.ts';
import { useProjects } from './use-projects.ts';

/** Project grid, or its empty, loading or error state. */
export function ProjectList() {
  const { data: projects, isError, isFetching, isPaused, refetch } = useProjects();
  const counts = useProjectCounts();
  const retry = () => void refetch();
  if (projects === undefined) {
    if (!isError) return <QueryWaiting isPaused={isPaused} awaited={t('projects.waiting')} />;
    return <ProjectsUnreachable busy={isFetching} onRetry={retry} />;
  }
  return (
    <>
      {isError && (
        <div className="mb-4">
          <RetryError retry={t('projects.try_again')} busy={isFetching} onRetry={retry}>
            {t('projects.load_failed.copy')}
          </RetryError>
        </div>
      )}
      {projects.length > 0 ? (
        <ProjectGrid projects={projects} counts={counts.data} />
      ) : (
        <EmptyState heading={t('projects.none')} action={<AddProjectButton place="projects" />}>
          {t('projects.none_hint')}
        </EmptyState>
      )}
    </>
  );
}

/** Error state: the list couldn't be read and there is no cached copy. */
export function ProjectsUnreachable({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <EmptyState
      heading={t('projects.load_failed')}
      action={
        <Button
          icon={<RotateCw size={16} aria-hidden />}
          busy={busy}
          busyLabel={t('projects.trying')}
          onClick={onRetry}
        >
          {t('projects.try_again')}
        </Button>
      }
    >
      {t('projects.unreachable')}
    </EmptyState>
  );
}
