import { type ReactNode, useEffect, useRef } from 'react';
import { WELCOME_CREDITS } from '#domain/shop/credits.ts';
import type { CreditPack } from '#domain/shop/packs.ts';
import { type CheckoutItem, isPlanKey } from '#domain/shop/plans.ts';
import { someTools } from '#web/lib/models/some-tools.ts';
import { useSearch } from '#web/lib/page/use-search.ts';
import { BUY_PARAMETER } from '#web/lib/plans/buy-path.ts';
import { type Checkout, useCheckout } from '#web/lib/plans/use-checkout.ts';
import { useCheckoutSuccess } from '#web/lib/plans/use-checkout-success.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/pages.ts';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { PackPrice } from '#web/ui/marks/pack-price.tsx';
import { BuyButton } from './buy-button.tsx';
import { PlanSection } from './plan-section.tsx';
import { PriceDetails } from './price-details.tsx';
import { PriceSection } from './price-section.tsx';
import { PriceTerms } from './price-terms.tsx';

export function PricingPage() {
  useCheckoutSuccess();
  const checkout = useCheckout();
  useAskedPurchase(checkout);
  const { packs } = useCatalogue();
  const ai = useConfig()?.ai;
  const tools = someTools(ai?.demo, ai?.tools);
  useNamedPack(packs);
  // Leads with the two packs that most buyers choose between.
  const isFirst = ({ isBestValue }: CreditPack, index: number) => index === 0 || isBestValue;
  const morePacks = packs.filter((pack, index) => !isFirst(pack, index));
  return (
    <>
      <h1 className="type-title-1">{t('pricing.heading')}</h1>
      <p className="type-lead mt-4 max-w-[36em] text-text-2 max-md:type-read">
        {t('pricing.lead', { count: WELCOME_CREDITS })}
      </p>
      {checkout.state === 'unreached' && (
        <div className="mt-6 max-w-160">
          <RetryError retry={t('pricing.try_again')} onRetry={checkout.tryAgain}>
            {t('pricing.unreached')}
          </RetryError>
        </div>
      )}
      {checkout.state === 'nothing_sold' && (
        <p className="mt-6 w-fit border-s-2 border-text ps-4">{t('pricing.sells_nothing')}</p>
      )}
      {checkout.isTest && <p className="mt-6 w-fit border-s-2 border-text ps-4">{t('pricing.test_mode')}</p>}
      <PriceSection id="packs" heading={t('pricing.packs')} lead={t('pricing.packs_lead')}>
        <PackList packs={packs.filter(isFirst)} checkout={checkout} />
      </PriceSection>
      <PlanSection checkout={checkout} />
      <div className="mt-16 border-t border-line lg:mt-24">
        {morePacks.length > 0 && (
          <PriceDetails id="all-packs" summary={t('pricing.all_packs')}>
            <PackList packs={morePacks} checkout={checkout} />
          </PriceDetails>
        )}
        <PriceTerms tools={tools?.length} />
      </div>
    </>
  );
}

/**
 * Shows the pack in the URL's fragment: the page may not have been built with it, and the details around it may be
 * closed.
 */
function useNamedPack(packs: readonly CreditPack[]): void {
  useEffect(() => {
    const named = packs.find(({ key }) => `#${key}` === location.hash);
    const place = named && document.getElementById(named.key);
    if (!place) return;
    const around = place.closest('details');
    if (around) around.open = true;
    place.scrollIntoView({ behavior: 'instant' });
  }, [packs]);
}

function PackList({ packs, checkout }: { packs: readonly CreditPack[]; checkout: Checkout }): ReactNode {
  return (
    <ul className="prices">
      {packs.map((pack) => (
        <PackPrice
          key={pack.key}
          pack={pack}
          id={pack.key}
          action={(describedBy) => (
            <BuyButton
              checkout={checkout}
              item={pack.key}
              label={t('pricing.buy')}
              describedBy={describedBy}
              look={pack.isBestValue ? 'primary' : 'second'}
            />
          )}
        />
      ))}
    </ul>
  );
}

/** Continues, once, a purchase named in the URL, chosen on another page or before sign-in. */
function useAskedPurchase({ state, buy }: Checkout): void {
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
 * Prevents a reload or Back from buying again. Bypasses the router, where the next page would cancel a pending
 * navigation.
 */
function forget(): void {
  const url = new URL(location.href);
  url.searchParams.delete(BUY_PARAMETER);
  history.replaceState(history.state, '', url);
}

function toItem(asked: string, packs: readonly CreditPack[]): CheckoutItem | undefined {
  return isPlanKey(asked) ? asked : packs.find(({ key }) => key === asked)?.key;
}
