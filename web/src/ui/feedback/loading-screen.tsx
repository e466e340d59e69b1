import { t } from '#web/texts/app.ts';
import { LoadingPage } from './loading-page.tsx';

/** While a whole page is awaited: it has a heading and a main part already, for whoever cannot see that it is blank. */
export function LoadingScreen({ awaited }: { awaited?: string }) {
  return (
    <main>
      <h1 className="sr-only">{t('ui.loading')}</h1>
      <LoadingPage awaited={awaited} />
    </main>
  );
}
