import { t } from '#web/texts/pages.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { readConfigAgain } from './use-config.ts';

interface UnreadConfigProps {
  /** Names what can't be shown. */
  children: string;
  onTryAgain?: () => void;
}

/** Error state of a public page after all retries for the configuration failed. */
export function UnreadConfig({ children, onTryAgain = readConfigAgain }: UnreadConfigProps) {
  return (
    <RetryError retry={t('public.try_again')} onRetry={onTryAgain}>
      {children}
    </RetryError>
  );
}
