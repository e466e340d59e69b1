import { t } from '#web/texts/pages.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { readConfigAgain } from './use-config.ts';

interface UnreadConfigProps {
  /** What cannot be shown without it. */
  children: string;
  onTryAgain?: () => void;
}

/** On a public page, once the configuration was tried often enough: the next try is the person's. */
export function UnreadConfig({ children, onTryAgain = readConfigAgain }: UnreadConfigProps) {
  return (
    <RetryError retry={t('public.try_again')} onRetry={onTryAgain}>
      {children}
    </RetryError>
  );
}
