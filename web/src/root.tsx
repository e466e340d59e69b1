import grotesk from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url';
import { I18nProvider } from '@lingui/react';
import { type ReactNode, use, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, type UIMatch, useMatches } from 'react-router';
import { t } from '#web/texts/app.ts';
import { i18n } from '#web/texts/i18n.ts';
import { LANGUAGE } from '#web/texts/locale.ts';
import type { Route } from './+types/root.ts';
import { askFonts } from './lib/device/ask-fonts.ts';
import { BEFORE_PAINT } from './lib/device/before-paint.ts';
import { sayOldBrowser } from './lib/device/old-browser.ts';
import { PAGE_IS_LIVE, REPLAY_EARLY_CLICK } from './lib/device/replay-early-click.ts';
import { restoreTheme } from './lib/device/theme.ts';
import { useIsFromFile } from './lib/device/use-is-from-file.ts';
import { logProblem } from './lib/log.ts';
import { askAfterFirstPaint } from './lib/page/after-first-paint.ts';
import { brandName, useBrandName } from './lib/page/brand.ts';
import { PageAnnouncer } from './lib/page/page-announcer.tsx';
import { IsPageFile, type RouteHandle } from './lib/page/page-file.ts';
import { START_WHEN_USED } from './lib/page/start-when-used.ts';
import { usePageStart } from './lib/page/use-page-start.ts';
import stylesheet from './styles/app.css?url';
import { LoadingScreen } from './ui/feedback/loading-screen.tsx';
import { PageFailed } from './ui/feedback/page-failed.tsx';
import { Toaster } from './ui/feedback/toaster.tsx';

// Linked by its URL: as an import, it would be loaded and applied anew with the first file that is fetched later.
export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
];

/** Default title of the app's start file; every page sets its own. */
export const meta: Route.MetaFunction = () => [{ title: brandName() }];

const NO_HANDLE: RouteHandle = {};

export function Layout({ children }: { children: ReactNode }) {
  // Re-renders once the name is loaded, so that <Meta> below updates the title.
  useBrandName();
  const isFromFile = useIsFromFile();
  const isPageFile = use(IsPageFile);
  const matches = useMatches() as UIMatch<unknown, RouteHandle | undefined>[];
  const { script, startsReact } = (isPageFile && matches.at(-1)?.handle) || NO_HANDLE;
  const first =
    sayOldBrowser(t('ui.old_browser')) +
    BEFORE_PAINT +
    REPLAY_EARLY_CLICK +
    (script === undefined ? askFonts(grotesk) : askAfterFirstPaint(script)) +
    (startsReact === true ? START_WHEN_USED : '');
  useEffect(() => void dispatchEvent(new Event(PAGE_IS_LIVE)), []);
  return (
    // The script in the head sets data-theme and data-session before hydration.
    <html lang={LANGUAGE} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {isFromFile && <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: first }} />}
      </head>
      <body>
        {children}
        {isFromFile && (script === undefined || startsReact) && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  usePageStart();
  return (
    <I18nProvider i18n={i18n}>
      <Outlet />
      <PageAnnouncer />
      <Toaster />
    </I18nProvider>
  );
}

/** Shown at the app's own URLs until their code is loaded. */
export function HydrateFallback() {
  return <LoadingScreen />;
}

/** Catches unexpected errors; expected ones are handled where they occur. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => {
    logProblem('a page failed', error);
    restoreTheme();
  }, [error]);
  return (
    <main className="mx-auto max-w-266 px-4 py-10 md:px-8">
      <PageFailed home={{ to: '/', label: t('shell.first_page') }} />
    </main>
  );
}
