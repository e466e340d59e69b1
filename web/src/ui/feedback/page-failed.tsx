import { t } from '#web/texts/app.ts';
import { Button } from '../controls/button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Error state of a page that failed on our side, with `home` as a way out. */
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
