import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PausedNotice } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/settings.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';

interface SectionQueryProps<Data> {
  query: UseQueryResult<Data>;
  /** What could not be read: "Your sessions could not be read." */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** What a section shows while its rows are read, where they cannot be read, and once they are there. */
export function SectionQuery<Data>({ query, failed, children }: SectionQueryProps<Data>) {
  const { data, isError, isFetching, isPaused, fetchStatus } = query;
  return (
    <>
      {isError && (
        <RetryError
          retry={t('settings.try_again')}
          busy={isFetching}
          busyLabel={t('settings.trying')}
          onRetry={() => void query.refetch()}
        >
          {failed} {data !== undefined && t('settings.copy')}
        </RetryError>
      )}
      {isPaused && <PausedNotice />}
      {data !== undefined
        ? children(data)
        : fetchStatus === 'fetching' && !isError && <LoadingPage lines={3} />}
    </>
  );
}
