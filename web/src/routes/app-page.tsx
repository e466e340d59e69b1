import { Outlet, type UIMatch, useMatches } from 'react-router';
import type { RouteHandle } from '#web/lib/page/page-file.ts';
import { t } from '#web/texts/app.ts';
import { LoadingPage } from '#web/ui/feedback/loading-page.tsx';

/** The page in the app's frame. Before it is known who is here, only a page that waits itself is shown. */
export function AppPage({ isKnown }: { isKnown: boolean }) {
  const matches = useMatches() as UIMatch<unknown, RouteHandle | undefined>[];
  if (isKnown || matches.at(-1)?.handle?.waitsItself) return <Outlet />;
  return (
    <>
      <h1 className="sr-only">{t('ui.loading')}</h1>
      <LoadingPage awaited={t('shell.checking')} />
    </>
  );
}
