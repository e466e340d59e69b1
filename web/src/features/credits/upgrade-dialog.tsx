import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { Profile } from '#domain/rows/profile-row.ts';
import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';
import { useCredits } from '#web/lib/plans/use-credits.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { useCatalogue } from '#web/lib/server/use-catalogue.ts';
import { refreshProfile, useSession } from '#web/lib/session/session.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { offersFor, whatComes } from './offers.ts';

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

/** Upgrade Your Plan: the monthly allowance and ways to get more. Prices are on the pricing page. */
export function UpgradeDialog() {
  const close = useUpgradeDialog((state) => state.close);
  const tier = useSession((state) => state.profile?.subscription_tier ?? 'free');
  const catalogue = useCatalogue();
  const allowance = useAllowance(tier);
  const { left, isFree } = useCredits();
  const pricing = useRef<HTMLAnchorElement>(null);
  // Credits bought in another tab may not have arrived by live update.
  useEffect(() => void refreshProfile(), []);
  return (
    <Dialog
      open
      width="s"
      onClose={close}
      title={t('credits.upgrade.title')}
      initialFocus={pricing}
      foot={
        <>
          <Button look="plain" className="ms-auto" onClick={close}>
            {t('credits.upgrade.later')}
          </Button>
          {/* The pricing page is public, so this is a full page load. */}
          <a ref={pricing} href="/pricing" className={buttonClass('primary')}>
            {t('credits.upgrade.pricing')}
          </a>
        </>
      }
    >
      <div className="grid gap-1.5">
        {left === 0 && <p className="font-medium">{t('delegation.no_credits')}</p>}
        <p className="text-text-2">{whatComes({ tier, allowance }, catalogue)}</p>
        {isFree && <p className="text-text-2">{t('credits.upgrade.demo')}</p>}
      </div>
      <ul className="border-t border-line">
        {offersFor(tier, catalogue).map(({ name, note, amount }) => (
          <li
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-2.5 last:border-b-0 last:pb-0"
          >
            <span className="type-ui">{name}</span>
            <span className="type-slip-head">{amount}</span>
            <span className="type-meta col-span-2 text-text-3">{note}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
