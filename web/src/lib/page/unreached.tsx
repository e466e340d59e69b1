import { t } from '#web/texts/app.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { startSession } from '../session/session.ts';

/** Error state where the session couldn't be checked, with a retry. */
export function Unreached({ children }: { children: string }) {
  return (
    <RetryError retry={t('shell.try_again')} onRetry={startSession}>
      {children}
    </RetryError>
  );
}
