import type { Profile } from '#domain/rows/profile-row.ts';
import { type Catalogue, DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { t } from '#web/texts/app.ts';

/** "Start Plan", or this installation's name for it. */
export function planTitle(tier: Profile['subscription_tier'], { plans }: Catalogue): string {
  const name = nameIn(plans, tier);
  return name === undefined || name === nameIn(DEFAULT_CATALOGUE.plans, tier)
    ? t(`credits.plan.${tier}`)
    : t('credits.plan.named', { name });
}

const nameIn = (plans: Catalogue['plans'], tier: string): string | undefined =>
  plans.find((plan) => plan.tier === tier)?.name;
