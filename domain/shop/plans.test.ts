import { expect, test } from 'vitest';
import { DEFAULT_CATALOGUE } from './catalogue.ts';
import { planKey, planOf } from './plans.ts';

const PLANS = DEFAULT_CATALOGUE.plans;

test('the plans and their prices, as decided', () => {
  expect(PLANS.map(({ tier, tasksPerMonth, monthlyCents }) => [tier, tasksPerMonth, monthlyCents])).toEqual([
    ['start', 150, 900],
    ['pro', 300, 1500],
  ]);
});

test('yearly billing costs a fifth less, exact to the cent', () => {
  expect(PLANS.map(({ yearlyCents }) => yearlyCents)).toEqual([8640, 14_400]);
  const terms = { name: 'Start', credits: 150, price: 9.99 };
  expect(planOf('start', terms, { currency: 'EUR', yearlySavingPercent: 20 }).yearlyCents).toBe(9590);
});

test('each plan has a key of tier and period', () => {
  expect(planKey('pro', 'yearly')).toBe('pro_yearly');
});
