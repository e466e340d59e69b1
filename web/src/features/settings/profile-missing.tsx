import { useState } from 'react';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';

/** In the place of what the profile says, while it could not be read. */
export function ProfileMissing({ onRetry }: { onRetry: () => Promise<void> }) {
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await onRetry();
    setIsTrying(false);
  };
  return (
    <InlineError
      action={
        <Button
          look="plain"
          size="s"
          busy={isTrying}
          busyLabel={t('settings.trying')}
          onClick={() => void retry()}
        >
          {t('settings.try_again')}
        </Button>
      }
    >
      {t('settings.profile.load_failed')}
    </InlineError>
  );
}
