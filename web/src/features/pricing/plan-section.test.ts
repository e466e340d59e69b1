import { expect, it } from 'vitest';
import type { Plan } from '#domain/shop/plans.ts';
import type { PaidPlan } from '#web/lib/plans/paid-plan.ts';
import { agreedPlan } from './plan-section.tsx';

const LISTED: Plan = {
  tier: 'start',
  name: 'Start',
  tasksPerMonth: 150,
  monthlyCents: 900,
  yearlyCents: 8640,
  currency: 'EUR',
};
const sold = (terms: Partial<PaidPlan> = {}): PaidPlan => ({
  item: 'start_monthly',
  status: 'active',
  paid_until: null,
  cancels_at: null,
  price_cents: 900,
  price_currency: 'eur',
  credits: 150,
  ...terms,
});

it('shows a plan as listed if it was sold as listed', () => {
  expect(agreedPlan(LISTED, 'monthly', sold())).toBeNull();
  expect(agreedPlan(LISTED, 'yearly', sold({ price_cents: 8640 }))).toBeNull();
});

it('shows an older agreement with its own price, currency and credits', () => {
  expect(agreedPlan(LISTED, 'monthly', sold({ price_cents: 700, credits: 120 }))).toEqual({
    ...LISTED,
    monthlyCents: 700,
    tasksPerMonth: 120,
  });
  expect(agreedPlan(LISTED, 'yearly', sold({ price_cents: 6000, price_currency: 'usd' }))).toEqual({
    ...LISTED,
    yearlyCents: 6000,
    currency: 'USD',
  });
});

it('shows a plan as listed if its sale is not on file', () => {
  expect(agreedPlan(LISTED, 'monthly', sold({ price_cents: null }))).toBeNull();
});
