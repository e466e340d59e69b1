import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#web/texts/pages.ts';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';
import { cycleTheme } from '../../lib/device/theme.ts';
import { BrandMark } from '../../lib/page/brand-mark.tsx';
import { SessionLinks } from '../../lib/session/session-links.tsx';
import { useSessionMark } from '../../lib/session/use-session-mark.ts';
import { PublicFooter } from './public-footer.tsx';

/** Header and footer of the public pages, except the landing page, which is static HTML without React. */
export function PublicFrame({ children }: { children: ReactNode }) {
  useSessionMark();
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main className="wrap w-full grow pt-6 pb-16 md:pt-12 md:pb-24">{children}</main>
      <PublicFooter />
    </div>
  );
}

function PublicHeader() {
  return (
    <header className="wrap type-ui flex h-15 w-full items-center gap-1.5 md:h-18 md:gap-5">
      <Link to="/" reloadDocument className="flex shrink-0">
        <BrandMark />
        <span className="sr-only">{t('public.first_page')}</span>
      </Link>
      <nav aria-label={t('public.pages')} className="ms-auto md:ms-4">
        <Link className="px-2 py-2.5 text-text-2 max-md:px-1.5 hover:text-text" to="/pricing">
          {t('public.pricing')}
        </Link>
      </nav>
      <span className="grow max-md:hidden" />
      <span className="max-md:hidden">
        <ThemeButton onPress={cycleTheme} />
      </span>
      <SessionLinks />
    </header>
  );
}
