import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';
import { SessionLinks } from '#web/lib/session/session-links.tsx';
import { t } from '#web/texts/pages.ts';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';
import { Wordmark } from '#web/ui/marks/wordmark.tsx';

const QUIET = 'text-text-2 hover:text-text';
/** Links within the page, hidden on phones, where it is quickly scrolled. */
const PART = `${QUIET} max-md:hidden`;

export function LandingHeader() {
  return (
    <header className="wrap type-ui flex h-15 items-center gap-1.5 md:h-18 md:gap-5">
      <a href="/" className="flex shrink-0">
        <Wordmark name={PRODUCT_NAME} />
        <span className="sr-only">{t('landing.header.first_page')}</span>
      </a>
      <nav aria-label={t('landing.header.page')} className="ms-auto flex items-center gap-7 md:ms-6">
        <a className={PART} href="#receipts">
          {t('landing.header.receipts')}
        </a>
        <a className={PART} href="#tools">
          {t('landing.header.tools')}
        </a>
        <a className={`${QUIET} px-1.5 py-2.5 md:px-0`} href="/pricing">
          {t('landing.header.pricing')}
        </a>
        <a className={PART} href="#questions">
          {t('landing.header.questions')}
        </a>
      </nav>
      <span className="grow max-md:hidden" />
      <span className="max-md:hidden">
        <ThemeButton />
      </span>
      <SessionLinks />
    </header>
  );
}
