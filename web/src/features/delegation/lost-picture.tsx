import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/button.tsx';
import { InlineError } from '#web/ui/inline-error.tsx';
import type { Picture } from './use-picture.ts';

/** In the place of a picture that could not be shown: that, and the way to try again. */
export function LostPicture({ picture: { isFetching, loadAgain } }: { picture: Picture }) {
  return (
    <InlineError
      action={
        <Button look="plain" size="s" busy={isFetching} onClick={loadAgain}>
          {t('delegation.load_again')}
        </Button>
      }
    >
      {t('delegation.image.failed')}
    </InlineError>
  );
}
