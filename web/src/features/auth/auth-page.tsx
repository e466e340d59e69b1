import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { focusHeading } from '#web/lib/device/focus.ts';
import { cycleTheme } from '#web/lib/device/theme.ts';
import { THIS_YEAR } from '#web/lib/format/this-year.ts';
import { useBrandName } from '#web/lib/page/brand.ts';
import { BrandMark } from '#web/lib/page/brand-mark.tsx';
import { fetchPage, isPageAway } from '#web/lib/page/page-code.ts';
import { HOME } from '#web/lib/session/next-path.ts';
import { t } from '#web/texts/later.ts';
import { TextLink } from '#web/ui/controls/text-link.tsx';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';
import { AuthPicture } from './auth-picture.tsx';

export interface AuthPageProps {
  heading: string;
  lead: ReactNode;
  children: ReactNode;
}

/** Milliseconds after which the page's own code and calls have left the line. */
const REST_MS = 2000;

/** Fetches the app's code while the person types. If it fails, the router asks again. */
function fetchHome(): () => void {
  const timer = setTimeout(() => {
    if (isPageAway(HOME)) fetchPage(HOME).catch(() => undefined);
  }, REST_MS);
  return () => clearTimeout(timer);
}

/** Layout of the sign-in pages: the form, with a picture of the product beside it. */
export function AuthPage({ heading, lead, children }: AuthPageProps) {
  const shown = useRef(heading);
  useEffect(() => {
    // A next step on the same page: the button that had focus is gone.
    if (shown.current !== heading) focusHeading();
    shown.current = heading;
  }, [heading]);
  useEffect(fetchHome, []);
  return (
    <div className="grid min-h-dvh md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex min-h-dvh flex-col px-4 py-5 md:px-14 md:py-8">
        <header className="flex items-center justify-between">
          <Link to="/" reloadDocument className="flex">
            <BrandMark />
          </Link>
          <ThemeButton onPress={cycleTheme} />
        </header>
        {/* Top-aligned: centred, each button that loads later would shift those being clicked. */}
        <main className="mx-auto mt-[clamp(0rem,7dvh,6rem)] mb-auto w-full max-w-90 py-10">
          <h1 className="type-title-2">{heading}</h1>
          <p className="mb-6 text-text-3 wrap-anywhere">{lead}</p>
          {children}
        </main>
        <AuthFoot />
      </div>
      <AuthPicture />
    </div>
  );
}

/** Links open a new tab, so that typed values stay. */
function AuthFoot() {
  const name = useBrandName();
  return (
    <footer className="type-meta flex flex-wrap gap-x-4 text-text-3">
      {/* The page may have been prerendered in another year. */}
      <span suppressHydrationWarning>{t('auth.foot', { year: THIS_YEAR, name })}</span>
      <TextLink href="/privacy" newTab>
        {t('auth.privacy')}
      </TextLink>
      <TextLink href="/terms" newTab>
        {t('auth.terms')}
      </TextLink>
    </footer>
  );
}
