import { Trans } from '@lingui/react';
import Play from 'lucide-react/icons/play';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { t } from '#web/texts/pages.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { BrandName } from './brand-name.tsx';
import { HeroReceipt } from './examples/hero-receipt.tsx';
import { HeroWindow } from './examples/hero-window.tsx';
import { StartLink } from './start-link.tsx';

/** Claim, and the product with a sample receipt, which precedes the window on phones. */
export function Hero() {
  return (
    <section className="relative pt-8 md:pt-16">
      <div className="wrap">
        <div className="max-w-170">
          <h1 className="type-display">
            <span className="block">{t('landing.hero.first')}</span>
            <span className="block">
              <Trans id="landing.hero.second" components={{ brand: <BrandName /> }} />
            </span>
          </h1>
          <p className="type-lead mt-5 max-w-[34em] text-text-2 max-md:type-read md:mt-7">
            {t('landing.hero.lead')}
          </p>
          <p className="mt-8 flex gap-3 max-md:flex-wrap max-md:[&>*]:flex-1 max-md:[&>*]:px-3">
            <StartLink size="l">{t('landing.start.hero')}</StartLink>
            <button type="button" data-demo-button className={buttonClass('second', 'l')}>
              <Play size={16} aria-hidden />
              {t('landing.demo.view')}
            </button>
          </p>
          <p className="type-meta mt-3.5 text-text-3">
            {t('landing.hero.free', { credits: WELCOME_CREDITS })}
          </p>
        </div>
      </div>
      <HeroReceipt />
      <HeroWindow />
    </section>
  );
}
