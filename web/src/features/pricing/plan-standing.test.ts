import { expect, it } from 'vitest';
import { planStanding } from './plan-standing.ts';

it.each([
  ['start', 'monthly', { tier: 'free', paid: null }, 'another'],
  ['start', 'monthly', { tier: undefined, paid: null }, 'another'],
  ['start', 'monthly', { tier: 'start', paid: 'start_monthly' }, 'theirs'],
  ['start', 'yearly', { tier: 'start', paid: 'start_monthly' }, 'other_period'],
  ['start', 'monthly', { tier: 'start', paid: 'start_yearly' }, 'other_period'],
  ['pro', 'yearly', { tier: 'start', paid: 'start_yearly' }, 'another'],
  ['pro', 'monthly', { tier: 'start', paid: 'start_yearly' }, 'by_the_year'],
  ['pro', 'yearly', { tier: 'start', paid: 'start_monthly' }, 'another'],
  // Granted by an operator, or not loaded yet.
  ['pro', 'yearly', { tier: 'pro', paid: null }, 'theirs'],
  // A granted tier beside a smaller paid plan.
  ['start', 'yearly', { tier: 'premium', paid: 'start_monthly' }, 'other_period'],
  // Downgrades with the next invoice.
  ['pro', 'monthly', { tier: 'pro', paid: 'start_monthly' }, 'another'],
] as const)('standing of %s, %s for %o is %s', (tier, period, has, standing) => {
  expect(planStanding({ tier, period }, has)).toBe(standing);
});
