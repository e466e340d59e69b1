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
  // Granted by an operator, or not read yet.
  ['pro', 'yearly', { tier: 'pro', paid: null }, 'theirs'],
  // A granted tier beside a smaller plan that is paid for.
  ['start', 'yearly', { tier: 'premium', paid: 'start_monthly' }, 'other_period'],
  // It will be the smaller plan with the next bill.
  ['pro', 'monthly', { tier: 'pro', paid: 'start_monthly' }, 'another'],
] as const)('%s, %s: for %o it is %s', (tier, period, has, standing) => {
  expect(planStanding({ tier, period }, has)).toBe(standing);
});
