import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOutput } from '#domain/functions/answers.ts';
import type { Catalogue } from '#domain/shop/catalogue.ts';
import { intervalOf, tierOf } from '#domain/shop/plans.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { type PaidPlan, readPaidPlan } from '#web/lib/plans/paid-plan.ts';
import { planTitle } from '#web/lib/plans/plan-title.ts';
import { callFunction } from '#web/lib/server/call-function.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { t } from '#web/texts/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toDay } from '../moments.ts';
import { SectionQuery } from '../section-query.tsx';

/** URL of the billing portal, here or at the payment provider. */
async function openPortal(): Promise<string> {
  return addressOutput.parse(await callFunction('billing-portal', {})).url;
}

/** Paid plan with links to change it and to invoices; renders nothing without purchases. */
export function Buying() {
  const catalogue = useCatalogue();
  const query = useQuery({ queryKey: queryKeys.buying, queryFn: readPurchased });
  return (
    <SectionQuery query={query} failed={t('settings.plan.load_failed')}>
      {({ plan, hasBought }) =>
        hasBought && (
          <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
            {plan && <p className="grow text-text-2">{sentenceOf(plan, catalogue)}</p>}
            <PortalButton />
          </div>
        )
      }
    </SectionQuery>
  );
}

function PortalButton() {
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      location.assign(await openPortal());
    } catch (error) {
      logProblem('the customer portal could not be opened', error);
      notify.error(t('settings.plan.portal_failed'), { id: 'portal' });
      setOpening(false);
    }
  };
  return (
    <Button size="s" busy={opening} busyLabel={t('settings.plan.opening')} onClick={() => void open()}>
      {t('settings.plan.portal')}
    </Button>
  );
}

function sentenceOf(
  { item, status, paid_until: until, cancels_at: end }: PaidPlan,
  catalogue: Catalogue,
): string {
  const plan = t(`settings.plan.item.${intervalOf(item)}`, { plan: planTitle(tierOf(item), catalogue) });
  if (end !== null) return t('settings.plan.ends', { plan, day: toDay(end) });
  if (status === 'unpaid') return t('settings.plan.unpaid', { plan });
  return until === null ? plan : t('settings.plan.renews', { plan, day: toDay(until) });
}

interface Purchased {
  /** Null if there is none. */
  readonly plan: PaidPlan | null;
  /** There are invoices. */
  readonly hasBought: boolean;
}

/** Reads the paid plan, and whether there are invoices. */
async function readPurchased(): Promise<Purchased> {
  const server = await supabase();
  const [plan, purchases] = await Promise.all([
    readPaidPlan(),
    server.from('purchases').select('id').limit(1).throwOnError(),
  ]);
  return { plan, hasBought: plan !== null || purchases.data.length > 0 };
}
