import { type ReactNode, useId } from 'react';
import type { CreditPack } from '#domain/shop/packs.ts';
import { t } from '#web/texts/pages.ts';
import { ReceiptLine } from '../paper/receipt-line.tsx';
import { moneyFormat } from './money-format.ts';

export interface PackPriceProps {
  pack: CreditPack;
  /** Link or button below, given the id of the item's name, since the labels repeat. */
  action: (describedBy: string) => ReactNode;
  /** Id to link to. */
  id?: string;
  /** Level below the section's own heading. */
  heading?: 'h2' | 'h3';
}

/** One column of a price list, for a `<ul class="prices">`: amount first, then the saving as receipt lines. */
export function PackPrice({ pack, action, id, heading: Heading = 'h3' }: PackPriceProps) {
  const nameId = useId();
  const money = moneyFormat(pack.currency);
  return (
    <li className="price" id={id}>
      <Heading id={nameId} className="type-ui flex min-h-6 items-center justify-between">
        <span data-pack="name">{pack.name}</span>
        {pack.isBestValue && <span className="price-best">{t('packs.best_value')}</span>}
      </Heading>
      <p className="price-amount" data-pack="amount">
        {money
          .formatToParts(pack.discountedPrice)
          .map(({ type, value }) => (type === 'currency' ? <sup key={type}>{value}</sup> : value))}
      </p>
      {pack.discountPercentage > 0 && (
        <div className="mt-2 type-slip text-text-3" data-pack="discount">
          <ReceiptLine
            label={t('packs.list_price')}
            value={<s data-pack="list-price">{money.format(pack.price)}</s>}
          />
          <ReceiptLine
            label={t('packs.you_save')}
            value={<span data-pack="saving">{t('packs.percent', { percent: pack.discountPercentage })}</span>}
          />
        </div>
      )}
      <div className="mt-5 grid">{action(nameId)}</div>
    </li>
  );
}
