import { Trans } from '@lingui/react';
import { DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import { buyPath } from '#web/lib/plans/buy-path.ts';
import { t } from '#web/texts/pages.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { PackFeatures } from '#web/ui/marks/pack-features.tsx';
import { PackPrice } from '#web/ui/marks/pack-price.tsx';
import { TEMPLATE } from './examples/tools-template.ts';
import { SectionHead } from './section-head.tsx';
import { TextLink } from './text-link.tsx';

/**
 * All packs; `show-packs.ts` replaces them if the installation sells others. The links lead to the pricing
 * page, which knows who is signed in.
 */
export function Packs() {
  return (
    <section id="pricing" className="band">
      <div className="wrap">
        <SectionHead title={t('landing.packs.title')}>
          {t('landing.packs.lead', { credits: WELCOME_CREDITS })}
        </SectionHead>
        <ul className="prices" data-packs>
          {DEFAULT_CATALOGUE.packs.map((pack) => (
            <PackPrice
              key={pack.key}
              pack={pack}
              action={(describedBy) => (
                <a
                  href={buyPath(pack.key)}
                  aria-describedby={describedBy}
                  className={buttonClass(pack.isBestValue ? 'primary' : 'second')}
                >
                  {t('landing.packs.buy')}
                </a>
              )}
            />
          ))}
        </ul>
        <PackFeatures template={TEMPLATE} />
        <p className="mt-8 text-text-2">
          <Trans
            id="landing.packs.unsure"
            values={{ credits: WELCOME_CREDITS }}
            components={{ start: <TextLink data-start href="/register" /> }}
          />
        </p>
      </div>
    </section>
  );
}
