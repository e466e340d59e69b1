import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';

/** Says that a list could not be read again, and that what is shown is the copy of an earlier time. */
export function StaleCopy({ query }: { query: UseQueryResult }) {
  if (!query.isError) return null;
  return (
    <div className="mt-4">
      <InlineError
        action={
          <Button look="plain" size="s" busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('tasks.try_again')}
          </Button>
        }
      >
        {t('tasks.load_failed.copy')}
      </InlineError>
    </div>
  );
}
