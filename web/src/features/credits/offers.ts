import type { Profile } from '#domain/rows/profile-row.ts';
import type { Catalogue } from '#domain/shop/catalogue.ts';
import { MONTHLY_ALLOWANCE } from '#domain/shop/credits.ts';
import type { CreditPack } from '#domain/shop/packs.ts';
import { type BillingPeriod, type CheckoutItem, type Plan, planKey } from '#domain/shop/plans.ts';
import { planTitle } from '#web/lib/plans/plan-title.ts';
import { t } from '#web/texts/app.ts';
import { DATE_LOCALE } from '#web/texts/locale.ts';
import { moneyFormat } from '#web/ui/marks/money-format.ts';

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

/** Something to buy, in a row. */
export interface Offer {
  readonly item: CheckoutItem;
  readonly name: string;
  readonly note: string;
  readonly price: string;
}

const RANKS: readonly Tier[] = ['free', 'start', 'pro', 'premium'];
const MOST_OFFERS = 3;

/** The smallest pack, then plans above the current one, then other packs. Plans keep the billing period. */
export function offersFor(tier: Tier, catalogue: Catalogue, period: BillingPeriod): Offer[] {
  const [smallest, ...others] = catalogue.packs;
  const plans = catalogue.plans.filter((plan) => RANKS.indexOf(plan.tier) > RANKS.indexOf(tier));
  const best = others.toSorted((one, other) => Number(other.isBestValue) - Number(one.isBestValue));
  return [
    ...(smallest ? [packOffer(smallest)] : []),
    ...plans.map((plan) => planOffer(plan, period, catalogue)),
    ...best.map(packOffer),
  ].slice(0, MOST_OFFERS);
}

function packOffer(pack: CreditPack): Offer {
  return {
    item: pack.key,
    name: pack.name,
    note: t('credits.offer.pack_note'),
    price: moneyFormat(pack.currency).format(pack.discountedPrice),
  };
}

function planOffer(plan: Plan, period: BillingPeriod, catalogue: Catalogue): Offer {
  const cents = period === 'yearly' ? plan.yearlyCents : plan.monthlyCents;
  return {
    item: planKey(plan.tier, period),
    name: planTitle(plan.tier, catalogue),
    note: t('credits.offer.plan_note', { count: plan.tasksPerMonth }),
    price: t(`credits.offer.${period}`, { price: moneyFormat(plan.currency).format(cents / 100) }),
  };
}

/** First day of the next month, when free credits renew: in UTC, like the ledger. */
export function nextMonth(now = new Date()): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const day = first.toLocaleDateString(DATE_LOCALE, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return day.replace(' ', '\u00a0');
}
