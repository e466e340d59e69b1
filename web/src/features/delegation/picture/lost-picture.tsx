import { t } from '#web/texts/app.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import type { Picture } from './use-picture.ts';

/** In the place of a picture that could not be shown: that, and the way to try again. */
export function LostPicture({ picture: { isFetching, loadAgain } }: { picture: Picture }) {
  return (
    <RetryError retry={t('delegation.load_again')} busy={isFetching} onRetry={loadAgain}>
      {t('delegation.image.failed')}
    </RetryError>
  );
}
