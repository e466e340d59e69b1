import { t } from '#web/texts/app.ts';
import { Button } from '../controls/button.tsx';
import { InlineError } from './inline-error.tsx';

/** Error state of a part whose code failed to load: offline for a moment, or a new version was deployed. */
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
