import { t } from '#web/texts/app.ts';
import { LoadingPage } from './loading-page.tsx';

/** Loading state of a whole page, with heading and main landmark for screen readers. */
export function LoadingScreen({ awaited }: { awaited?: string }) {
  return (
    <main>
      <h1 className="sr-only">{t('ui.loading')}</h1>
      <LoadingPage awaited={awaited} />
    </main>
  );
}
