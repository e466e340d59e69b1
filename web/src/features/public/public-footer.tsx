import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { Link } from 'react-router';
import type { BrowserConfig } from '#domain/browser-config.ts';
import { t } from '#web/texts/pages.ts';
import { ThemeButton } from '#web/ui/controls/theme-button.tsx';
import { cycleTheme } from '../../lib/device/theme.ts';
import { THIS_YEAR } from '../../lib/format/this-year.ts';
import { useBrandName } from '../../lib/page/brand.ts';
import { BrandMark } from '../../lib/page/brand-mark.tsx';
import { useConfig } from '../../lib/server/use-config.ts';

const QUIET = 'py-2.5 hover:text-text';

/** Footer of the public pages, with the operator's details if configured. */
export function PublicFooter() {
  const name = useBrandName();
  const config = useConfig();
  return (
    <footer className="type-meta border-t border-line py-8 text-text-3">
      <div className="wrap">
        <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
          <span className="flex text-text">
            <BrandMark />
          </span>
          <span className="ms-auto md:hidden">
            <ThemeButton onPress={cycleTheme} />
          </span>
          <nav aria-label={t('public.documents')} className="flex flex-wrap gap-x-7 md:ms-auto">
            <Link className={QUIET} to="/pricing">
              {t('public.pricing')}
            </Link>
            <Link className={QUIET} to="/privacy">
              {t('public.privacy')}
            </Link>
            <Link className={QUIET} to="/terms">
              {t('public.terms')}
            </Link>
            <Link className={QUIET} to="/cookie">
              {t('public.cookie')}
            </Link>
            {config && <OperatorLinks config={config} />}
          </nav>
        </div>
        <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-1">
          <span>{config?.brand.legalLine}</span>
          {/* The page may have been prerendered in another year. */}
          <span suppressHydrationWarning>{t('public.year', { year: THIS_YEAR, name })}</span>
        </div>
      </div>
    </footer>
  );
}

/** Optional operator links. */
function OperatorLinks({ config }: { config: BrowserConfig }) {
  const { brand, redeem, redeemFormUrl, affiliateUrl } = config;
  return (
    <>
      {(redeem || redeemFormUrl) && (
        <Link className={QUIET} to="/redeem">
          {t('public.redeem')}
        </Link>
      )}
      {affiliateUrl && (
        <a className={QUIET} href={affiliateUrl} target="_blank" rel="noopener">
          {t('public.affiliate')}
          <span className="sr-only">{t('public.new_tab')}</span>
          <ArrowUpRight size={14} aria-hidden className="inline" />
        </a>
      )}
      {brand.supportEmail && (
        <a className={QUIET} href={`mailto:${brand.supportEmail}`}>
          {t('public.write')}
        </a>
      )}
      {brand.socialLinks.map((address) => (
        <a key={address} className={QUIET} href={address} rel="me noopener">
          {new URL(address).hostname}
        </a>
      ))}
    </>
  );
}
