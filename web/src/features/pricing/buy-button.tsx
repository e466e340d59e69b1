import type { CheckoutItem } from '#domain/shop/plans.ts';
import type { Checkout } from '#web/lib/plans/use-checkout.ts';
import { t } from '#web/texts/pages.ts';
import { Button } from '#web/ui/controls/button.tsx';

export interface BuyButtonProps {
  checkout: Checkout;
  item: CheckoutItem;
  label: string;
  /** Id of the item's name, because several buttons have the same label. */
  describedBy: string;
  look?: 'primary' | 'second';
}

/** Renders nothing if nothing is sold, but keeps its height so that the layout doesn't shift. */
export function BuyButton({ checkout, item, label, describedBy, look = 'second' }: BuyButtonProps) {
  const { state, opening, buy } = checkout;
  if (state === 'unknown' || state === 'unreached' || state === 'nothing_sold') return null;
  const isBusy = state === 'checking' || opening !== null;
  return (
    <Button
      look={look}
      aria-describedby={describedBy}
      busy={isBusy}
      busyLabel={busyLabel(state === 'checking', opening === item, label)}
      onClick={() => buy(item)}
    >
      {state === 'signed_out' ? t('pricing.sign_in') : label}
    </Button>
  );
}

/** Other buttons keep their own label while one checkout opens. */
function busyLabel(isChecking: boolean, isOpening: boolean, label: string): string {
  if (isChecking) return t('pricing.checking');
  return isOpening ? t('pricing.opening') : label;
}
