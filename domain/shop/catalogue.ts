import type { CatalogueTerms, PackTerms } from './catalogue-terms.ts';
import { MONTHLY_ALLOWANCE } from './credits.ts';
import { type CreditPack, creditPack } from './packs.ts';
import { PLAN_TIERS, type Plan, planOf } from './plans.ts';

/** Everything that is sold here. */
export interface Catalogue {
  readonly yearlySavingPercent: number;
  readonly packs: readonly CreditPack[];
  readonly plans: readonly Plan[];
}

export function catalogueOf(terms: CatalogueTerms): Catalogue {
  return {
    yearlySavingPercent: terms.yearlySavingPercent,
    packs: terms.packs.map((pack) => creditPack(pack, terms.currency)),
    plans: PLAN_TIERS.map((tier) => planOf(tier, terms.plans[tier], terms)),
  };
}

/** The specification's catalogue: credits, list price and sale price of packs. */
export const DEFAULT_CATALOGUE: Catalogue = catalogueOf({
  currency: 'EUR',
  yearlySavingPercent: 20,
  packs: [
    defaultPack(500, 100, 69),
    defaultPack(1000, 250, 149),
    { ...defaultPack(2000, 500, 259), bestValue: true },
    defaultPack(5000, 1000, 599),
  ],
  plans: {
    start: { name: 'Start', credits: MONTHLY_ALLOWANCE.start, price: 9 },
    pro: { name: 'Pro', credits: MONTHLY_ALLOWANCE.pro, price: 15 },
  },
});

function defaultPack(credits: number, listPrice: number, price: number): PackTerms {
  return { credits, price, listPrice, bestValue: false, name: null, description: null };
}
