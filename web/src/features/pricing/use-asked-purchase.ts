import { useEffect, useRef } from 'react';
import type { CreditPack } from '#domain/shop/packs.ts';
import { type CheckoutItem, isPlanKey } from '#domain/shop/plans.ts';
import { useSearch } from '#web/lib/page/use-search.ts';
import { BUY_PARAMETER } from '#web/lib/plans/buy-path.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import type { Checkout } from './use-checkout.ts';

/** Goes on with the purchase that the address names: chosen on another page, or before the sign-in. Once. */
export function useAskedPurchase({ state, buy }: Checkout): void {
  const asked = useSearch().get(BUY_PARAMETER);
  const { packs } = useCatalogue();
  const isBegun = useRef(false);
  const isKnown = state === 'ready' || state === 'signed_out' || state === 'nothing_sold';
  useEffect(() => {
    if (asked === null || !isKnown || isBegun.current) return;
    isBegun.current = true;
    forget();
    const item = toItem(asked, packs);
    if (item !== undefined && state !== 'nothing_sold') buy(item);
  });
}

/**
 * Neither a reload nor the way back buys again. Not by the router: the page that comes next would cancel a
 * navigation that has only begun.
 */
function forget(): void {
  const url = new URL(location.href);
  url.searchParams.delete(BUY_PARAMETER);
  history.replaceState(history.state, '', url);
}

function toItem(asked: string, packs: readonly CreditPack[]): CheckoutItem | undefined {
  return isPlanKey(asked) ? asked : packs.find(({ key }) => key === asked)?.key;
}
