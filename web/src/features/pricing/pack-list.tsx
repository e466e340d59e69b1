import type { ReactNode } from 'react';
import type { CreditPack } from '#domain/shop/packs.ts';
import { t } from '#web/texts/pages.ts';
import { PackPrice } from '#web/ui/marks/pack-price.tsx';
import { BuyButton } from './buy-button.tsx';
import type { Checkout } from './use-checkout.ts';

export interface PackListProps {
  packs: readonly CreditPack[];
  checkout: Checkout;
  /** The whole list, in which each pack can be pointed to by its key; the few before it are for those who decide at once. */
  isWhole?: boolean;
}

export function PackList({ packs, checkout, isWhole = false }: PackListProps): ReactNode {
  return (
    <ul className="prices">
      {packs.map((pack) => (
        <PackPrice
          key={pack.key}
          pack={pack}
          id={isWhole ? pack.key : undefined}
          action={(describedBy) => (
            <BuyButton
              checkout={checkout}
              item={pack.key}
              label={t('pricing.buy')}
              describedBy={describedBy}
              look={pack.isBestValue && !isWhole ? 'primary' : 'second'}
            />
          )}
        />
      ))}
    </ul>
  );
}
