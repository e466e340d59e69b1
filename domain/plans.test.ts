import { expect, test } from 'vitest';
import { PLANS, planKey, yearlyCents } from './plans.ts';

test('the plans and their prices, as decided', () => {
  expect(PLANS.map(({ tier, tasksPerMonth, monthlyCents }) => [tier, tasksPerMonth, monthlyCents])).toEqual([
    ['start', 150, 900],
    ['pro', 300, 1500],
  ]);
});

test('a year at once costs a fifth less, to the cent', () => {
  expect(PLANS.map(yearlyCents)).toEqual([8640, 14_400]);
  expect(yearlyCents({ monthlyCents: 999 })).toBe(9590);
});

test('each plan is asked for by tier and period', () => {
  expect(planKey('pro', 'yearly')).toBe('pro_yearly');
});
