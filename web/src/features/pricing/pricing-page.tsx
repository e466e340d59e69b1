import { Trans } from '@lingui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
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
import { TextLink } from '#web/ui/controls/text-link.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { PackFeatures } from '#web/ui/marks/pack-features.tsx';
import { PackPrice } from '#web/ui/marks/pack-price.tsx';
import { BuyButton } from './buy-button.tsx';
import { PlanSection } from './plan-section.tsx';
import { PriceSection } from './price-section.tsx';

export function PricingPage() {
  useCheckoutSuccess();
  const checkout = useCheckout();
  useAskedPurchase(checkout);
  const { packs } = useCatalogue();
  const ai = useConfig()?.ai;
  const tools = someTools(ai?.demo, ai?.tools);
  useNamedPack(packs);
  // Leads with the two packs that most buyers choose between.
  const firstPacks = packs.filter(({ isBestValue }, index) => index === 0 || isBestValue);
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
      <PriceSection
        id="packs"
        heading={t('pricing.packs')}
        lead={
          <Trans
            id="pricing.packs_lead"
            values={{ count: packs.length }}
            components={{ all: <TextLink href="#all-packs" /> }}
          />
        }
      >
        <PackList packs={firstPacks} checkout={checkout} />
      </PriceSection>
      <PlanSection checkout={checkout} />
      <section id="all-packs" aria-labelledby="all-packs-heading" className="mt-16 scroll-mt-6 lg:mt-24">
        <h2 id="all-packs-heading" className="type-title-2">
          {t('pricing.all_packs')}
        </h2>
        <p className="mt-2 mb-6 text-text-2">{t('pricing.all_packs_lead')}</p>
        <PackList packs={packs} checkout={checkout} isWhole />
        <PackFeatures tools={tools?.length} />
      </section>
    </>
  );
}

/**
 * Scrolls to the pack in the URL's fragment if the page wasn't built with it, so that the browser couldn't find
 * it.
 */
function useNamedPack(packs: readonly CreditPack[]): void {
  useEffect(() => {
    if (packs === DEFAULT_CATALOGUE.packs) return;
    const named = packs.find(({ key }) => `#${key}` === location.hash);
    if (named) document.getElementById(named.key)?.scrollIntoView({ behavior: 'instant' });
  }, [packs]);
}

interface PackListProps {
  packs: readonly CreditPack[];
  checkout: Checkout;
  /** The full list, whose packs have ids to link to; the short one is for quick decisions. */
  isWhole?: boolean;
}

function PackList({ packs, checkout, isWhole = false }: PackListProps): ReactNode {
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
