import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '#web/texts/app.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';

/** Says that a list couldn't be refreshed and shows an older copy. */
export function StaleCopy({ query }: { query: UseQueryResult }) {
  if (!query.isError) return null;
  return (
    <div className="mt-4">
      <RetryError retry={t('tasks.try_again')} busy={query.isFetching} onRetry={() => void query.refetch()}>
        {t('tasks.load_failed.copy')}
      </RetryError>
    </div>
  );
}
