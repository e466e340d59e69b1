import { MONTHLY_ALLOWANCE } from '#domain/shop/credits.ts';
import { t } from '#web/texts/pages.ts';
import { PackFeatures } from '#web/ui/marks/pack-features.tsx';
import { PriceDetails } from './price-details.tsx';

/** What a credit is, how packs and plans differ, and what is in every pack. */
export function PriceTerms({ tools }: { tools: number | undefined }) {
  return (
    <PriceDetails id="terms" summary={t('pricing.terms')}>
      <dl className="grid max-w-[68ch] gap-4">
        {TERMS.map((term) => (
          <div key={term}>
            <dt className="type-ui">{t(`pricing.terms.${term}`)}</dt>
            <dd className="text-text-2">
              {t(`pricing.terms.${term}.text`, { count: MONTHLY_ALLOWANCE.free })}
            </dd>
          </div>
        ))}
      </dl>
      <PackFeatures tools={tools} />
    </PriceDetails>
  );
}

const TERMS = ['credit', 'pack', 'plan', 'free'] as const;
