import { t } from '#web/texts/app.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import type { Picture } from './use-picture.ts';

/** Placeholder for a picture that could not be shown, with a retry button. */
export function LostPicture({ picture: { isFetching, loadAgain } }: { picture: Picture }) {
  return (
    <RetryError retry={t('delegation.load_again')} busy={isFetching} onRetry={loadAgain}>
      {t('delegation.image.failed')}
    </RetryError>
  );
}
