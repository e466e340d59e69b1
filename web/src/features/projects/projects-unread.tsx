import { t } from '#web/texts/app.ts';
import { RetryError, type RetryErrorProps } from '#web/ui/feedback/retry-error.tsx';
import { useProjects } from './use-projects.ts';

/** Error state if project names failed to load. */
export function ProjectsUnread(look: Pick<RetryErrorProps, 'calm'>) {
  const { data, isError, isFetching, refetch } = useProjects();
  if (data !== undefined || !isError) return null;
  return (
    <RetryError
      {...look}
      retry={t('projects.try_again')}
      busy={isFetching}
      busyLabel={t('projects.trying')}
      onRetry={() => void refetch()}
    >
      {t('projects.load_failed')}
    </RetryError>
  );
}
