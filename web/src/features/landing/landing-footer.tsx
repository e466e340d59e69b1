import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { PRODUCT_NAME } from '#web/lib/page/product-name.ts';
import { t } from '#web/texts/pages.ts';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';
import { Wordmark } from '#web/ui/marks/wordmark.tsx';
import { BrandName } from './brand-name.tsx';
import { MailLink } from './mail-link.tsx';

/** Year for visitors without scripts; the script shows the current one. */
const BUILT_IN = new Date().getFullYear();

/** Footer; the script fills in the operator from the configuration. */
export function LandingFooter() {
  return (
    <footer className="type-meta -mt-px border-t border-line py-10 pb-12 text-text-3">
      <div className="wrap">
        <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
          <span className="text-text">
            <Wordmark name={PRODUCT_NAME} />
          </span>
          <span className="ms-auto md:hidden">
            <ThemeButton />
          </span>
          <nav aria-label={t('landing.footer.more')} className="footer-links" data-footer-links>
            <a href="/pricing">{t('landing.header.pricing')}</a>
            <a href="/privacy">{t('landing.footer.privacy')}</a>
            <a href="/terms">{t('landing.footer.terms')}</a>
            <a href="/cookie">{t('landing.footer.cookies')}</a>
            <a data-brand="affiliateUrl" href="/" target="_blank" rel="noopener" hidden>
              {t('landing.footer.affiliate')}
              <span className="sr-only">{t('landing.footer.new_tab')}</span>
              <ArrowUpRight size={14} aria-hidden className="inline" />
            </a>
            <MailLink>{t('landing.questions.write')}</MailLink>
          </nav>
        </div>
        <div className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-1">
          <span>
            <span data-brand="legalLine" hidden />
            <span data-lacks="legalLine" data-hint className="not-verified" hidden>
              {t('landing.footer.unnamed')}
            </span>
          </span>
          <span>
            © <span data-year>{BUILT_IN}</span> <BrandName />
          </span>
        </div>
      </div>
    </footer>
  );
}
