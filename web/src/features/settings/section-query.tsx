import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PausedNotice } from '#web/lib/server/query-waiting.tsx';
import { t } from '#web/texts/settings.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';

interface SectionQueryProps<Data> {
  query: UseQueryResult<Data>;
  /** Error text: "Couldn't load your sessions." */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** Loading, error and data state of a section. */
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
