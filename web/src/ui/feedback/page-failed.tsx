import { t } from '#web/texts/app.ts';
import { Button } from '../controls/button.tsx';
import { EmptyState } from './empty-state.tsx';

/** In place of a page that has failed on our part. `home` is where else one can go. */
export function PageFailed({ home }: { home: { readonly to: string; readonly label: string } }) {
  return (
    <EmptyState
      level={1}
      heading={t('ui.failed.heading')}
      action={
        <>
          <Button look="primary" onClick={() => location.reload()}>
            {t('ui.failed.reload')}
          </Button>
          <a className="link type-ui px-2.5" href={home.to}>
            {home.label}
          </a>
        </>
      }
    >
      {t('ui.failed.text')}
    </EmptyState>
  );
}
