import type { Profile } from '#domain/rows/profile-row.ts';
import type { Catalogue } from '#domain/shop/catalogue.ts';
import { MONTHLY_ALLOWANCE } from '#domain/shop/credits.ts';
import { planTitle } from '#web/lib/plans/plan-title.ts';
import { t } from '#web/texts/app.ts';
import { DATE_LOCALE } from '#web/texts/locale.ts';

type Tier = Profile['subscription_tier'];

/**
 * Describes the current plan. `allowance`: monthly credits that it was sold or granted with, which may differ
 * from today's price list; null if unknown.
 */
export function whatComes(
  { tier, allowance }: { tier: Tier; allowance: number | null },
  catalogue: Catalogue,
  now = new Date(),
): string {
  if (tier === 'free') {
    return t('credits.upgrade.free', { count: MONTHLY_ALLOWANCE.free, day: nextMonth(now) });
  }
  const plan = planTitle(tier, catalogue);
  return allowance === null || tier === 'premium'
    ? t('credits.upgrade.agreed', { plan })
    : t('credits.upgrade.paid', { plan, count: allowance });
}

export interface Offer {
  readonly name: string;
  readonly amount: string;
  readonly note: string;
}

const RANKS: readonly Tier[] = ['free', 'start', 'pro', 'premium'];

/** Plans above the current one, and packs for everyone. */
export function offersFor(tier: Tier, catalogue: Catalogue): Offer[] {
  const plans = catalogue.plans.filter((plan) => RANKS.indexOf(plan.tier) > RANKS.indexOf(tier));
  const sizes = catalogue.packs.map(({ tasks }) => tasks);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return [
    ...plans.map((plan) => ({
      name: planTitle(plan.tier, catalogue),
      amount: t('credits.offer.plan', { count: plan.tasksPerMonth }),
      note: t('credits.offer.plan_note', { percent: catalogue.yearlySavingPercent }),
    })),
    {
      name: t('credits.offer.packs'),
      amount:
        least === most
          ? t('credits.offer.packs_one', { size: most })
          : t('credits.offer.packs_size', { least, most }),
      note: t('credits.offer.packs_note'),
    },
  ];
}

/** First day of the next month, when free credits renew: in UTC, like the ledger. */
export function nextMonth(now = new Date()): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const day = first.toLocaleDateString(DATE_LOCALE, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return day.replace(' ', '\u00a0');
}
