import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { Profile } from '#domain/rows/profile-row.ts';
import { intervalOf } from '#domain/shop/plans.ts';
import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';
import { type Checkout, useCheckout } from '#web/lib/plans/use-checkout.ts';
import { useCredits } from '#web/lib/plans/use-credits.ts';
import { usePaidPlan } from '#web/lib/plans/use-paid-plan.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { refreshProfile, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/later.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextLink } from '#web/ui/controls/text-link.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { type Offer, offersFor, whatComes } from './offers.ts';

/** Monthly credits that the plan was sold or granted with; null if free or not known (yet). */
function useAllowance(tier: Profile['subscription_tier']): number | null {
  const hasPlan = tier !== 'free';
  const { data } = useQuery({ queryKey: queryKeys.allowance, queryFn: readAllowance, enabled: hasPlan });
  return hasPlan ? (data ?? null) : null;
}

const grantRows = z.array(z.object({ amount: z.number() }));

/** The latest monthly grant. One restored after a failed refund may be partial. */
async function readAllowance(): Promise<number | null> {
  const server = await supabase();
  const { data } = await server
    .from('credit_grants')
    .select('amount')
    .eq('kind', 'monthly')
    .not('source_ref', 'like', '% again %')
    .order('created_at', { ascending: false })
    .limit(1)
    .throwOnError();
  return z.parse(grantRows, data)[0]?.amount ?? null;
}

/** Upgrade Your Plan: the monthly allowance, and ways to get more, which are bought here. */
export function UpgradeDialog() {
  const close = useUpgradeDialog((state) => state.close);
  const tier = useSession((state) => state.profile?.subscription_tier ?? 'free');
  const catalogue = useCatalogue();
  const allowance = useAllowance(tier);
  const checkout = useCheckout();
  const { left, isFree } = useCredits();
  const first = useRef<HTMLButtonElement>(null);
  const paid = usePaidPlan();
  const period = paid !== null && intervalOf(paid.item) === 'year' ? 'yearly' : 'monthly';
  // Credits bought in another tab may not have arrived by live update.
  useEffect(() => void refreshProfile(), []);
  return (
    <Dialog
      open
      width="s"
      onClose={close}
      title={t('credits.upgrade.title')}
      initialFocus={first}
      foot={
        <>
          {/* The pricing page is public, so this is a full page load. */}
          <TextLink href="/pricing">{t('credits.upgrade.pricing')}</TextLink>
          <Button look="plain" className="ms-auto" onClick={close}>
            {t('credits.upgrade.later')}
          </Button>
        </>
      }
    >
      <div className="grid gap-1.5">
        <p className="font-medium">
          {left === 0 ? t('delegation.no_credits') : t('credits.upgrade.left', { left })}
        </p>
        <p className="text-text-2">{whatComes({ tier, allowance }, catalogue)}</p>
        {isFree && <p className="text-text-2">{t('credits.upgrade.demo')}</p>}
        <CheckoutNote checkout={checkout} />
      </div>
      <ul className="-mx-3 border-t border-line">
        {offersFor(tier, catalogue, period).map((offer, index) => (
          <li key={offer.item} className="border-b border-line last:border-b-0">
            <OfferButton offer={offer} checkout={checkout} ref={index === 0 ? first : undefined} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Why nothing can be bought here, or that no money moves. */
function CheckoutNote({ checkout: { state, isTest, tryAgain } }: { checkout: Checkout }) {
  if (state === 'unreached') {
    return (
      <RetryError retry={t('credits.upgrade.try_again')} onRetry={tryAgain}>
        {t('credits.upgrade.unreached')}
      </RetryError>
    );
  }
  if (state === 'nothing_sold') return <p className="text-text-2">{t('credits.upgrade.sells_nothing')}</p>;
  return isTest && <p className="type-meta text-text-3">{t('credits.upgrade.test_mode')}</p>;
}

interface OfferButtonProps {
  offer: Offer;
  checkout: Checkout;
  ref: Ref<HTMLButtonElement> | undefined;
}

/** The whole row opens the checkout. */
function OfferButton({ offer: { item, name, note, price }, checkout, ref }: OfferButtonProps) {
  const { state, opening, buy } = checkout;
  const isBusy = opening !== null;
  return (
    <button
      ref={ref}
      type="button"
      disabled={state !== 'ready'}
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && buy(item)}
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-3 py-2.5 text-start enabled:hover:bg-well"
    >
      <span className="type-ui">{name}</span>
      <span className="type-slip-head">{opening === item ? t('credits.upgrade.opening') : price}</span>
      <span className="type-meta col-span-2 text-text-3">{note}</span>
    </button>
  );
}
