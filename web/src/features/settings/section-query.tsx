import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PausedNotice } from '#web/lib/query-waiting.tsx';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import { LoadingPage } from '#web/ui/loading-page.tsx';

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
        <InlineError
          action={
            <Button
              look="plain"
              size="s"
              busy={isFetching}
              busyLabel={t('settings.trying')}
              onClick={() => void query.refetch()}
            >
              {t('settings.try_again')}
            </Button>
          }
        >
          {failed} {data !== undefined && t('settings.copy')}
        </InlineError>
      )}
      {isPaused && <PausedNotice />}
      {data !== undefined
        ? children(data)
        : fetchStatus === 'fetching' && !isError && <LoadingPage lines={3} />}
    </>
  );
}
