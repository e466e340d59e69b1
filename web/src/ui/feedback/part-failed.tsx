import { t } from '#web/texts/app.ts';
import { Button } from '../controls/button.tsx';
import { InlineError } from './inline-error.tsx';

/** In place of a part whose code did not come: the network was gone for a moment, or the app has been renewed. */
export function PartFailed() {
  return (
    <InlineError
      action={
        <Button size="s" onClick={() => location.reload()}>
          {t('ui.reload')}
        </Button>
      }
    >
      {t('ui.part_failed')}
    </InlineError>
  );
}
