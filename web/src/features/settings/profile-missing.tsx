import { useState } from 'react';
import { t } from '#web/texts/settings.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';

/** Error state of sections that show the profile. */
export function ProfileMissing({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await onRetry();
    setIsTrying(false);
  };
  return (
    <RetryError
      retry={t('settings.try_again')}
      busy={isTrying}
      busyLabel={t('settings.trying')}
      onRetry={() => void retry()}
    >
      {t('settings.profile.load_failed')}
    </RetryError>
  );
}
