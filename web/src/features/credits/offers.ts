import { MONTHLY_ALLOWANCE } from '#domain/credits.ts';
import { PACKS } from '#domain/packs.ts';
import { PLANS, YEARLY_SAVING_PERCENT } from '#domain/plans.ts';
import type { Profile } from '#web/lib/rows.ts';
import { t } from '#web/texts/app.ts';
import { nextMonth } from './next-month.ts';

type Tier = Profile['subscription_tier'];

/** When the plan that somebody has brings its next credits. */
export function whatComes(tier: Tier, now = new Date()): string {
  switch (tier) {
    case 'free':
      return t('credits.upgrade.free', { count: MONTHLY_ALLOWANCE.free, day: nextMonth(now) });
    case 'start':
    case 'pro':
      return t('credits.upgrade.paid', {
        plan: t(`credits.plan.${tier}`),
        count: MONTHLY_ALLOWANCE[tier],
      });
    case 'premium':
      return t('credits.upgrade.premium');
  }
}

export interface Offer {
  readonly name: string;
  readonly amount: string;
  readonly note: string;
}

const RANKS: readonly Tier[] = ['free', 'start', 'pro', 'premium'];

/** Plans above the one that somebody has, and packs for everybody. */
export function offersFor(tier: Tier): Offer[] {
  const plans = PLANS.filter((plan) => RANKS.indexOf(plan.tier) > RANKS.indexOf(tier));
  const sizes = PACKS.map(({ tasks }) => tasks);
  return [
    ...plans.map((plan) => ({
      name: t(`credits.plan.${plan.tier}`),
      amount: t('credits.offer.plan', { count: plan.tasksPerMonth }),
      note: t('credits.offer.plan_note', { percent: YEARLY_SAVING_PERCENT }),
    })),
    {
      name: t('credits.offer.packs'),
      amount: t('credits.offer.packs_size', { least: Math.min(...sizes), most: Math.max(...sizes) }),
      note: t('credits.offer.packs_note'),
    },
  ];
}
