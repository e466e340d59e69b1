import { t } from '#web/texts/app.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { startSession } from '../session/session.ts';

/** Where the server could not be asked who is here: what is safe, and another try. */
export function Unreached({ children }: { children: string }) {
  return (
    <RetryError retry={t('shell.try_again')} onRetry={startSession}>
      {children}
    </RetryError>
  );
}
