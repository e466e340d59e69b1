import { expect, it } from 'vitest';
import type { Profile } from '#domain/rows/profile-row.ts';
import { catalogueOf, DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { offersFor, whatComes } from './offers.ts';

type Tier = Profile['subscription_tier'];

const SMALLEST = ['pack_500', '500 AI tasks', '€69'];
const BEST = ['pack_2000', '2,000 AI tasks', '€259'];

it.each([
  [
    'free',
    'monthly',
    [SMALLEST, ['start_monthly', 'Start Plan', '€9 a month'], ['pro_monthly', 'Pro Plan', '€15 a month']],
  ],
  ['start', 'monthly', [SMALLEST, ['pro_monthly', 'Pro Plan', '€15 a month'], BEST]],
  ['start', 'yearly', [SMALLEST, ['pro_yearly', 'Pro Plan', '€144 a year'], BEST]],
  ['pro', 'monthly', [SMALLEST, BEST, ['pack_1000', '1,000 AI tasks', '€149']]],
] as const)('offers three things that a user on %s, billed %s, can buy', (tier, period, offers) => {
  const offered = offersFor(tier, DEFAULT_CATALOGUE, period);
  expect(offered.map(({ item, name, price }) => [item, name, price])).toEqual(offers);
});

it('describes the current plan with its actual credits and date', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const says = (tier: Tier, allowance: number | null) =>
    whatComes({ tier, allowance }, DEFAULT_CATALOGUE, now);
  expect(says('free', null)).toBe(
    'The Free Plan includes 10 AI tasks a month. You get 10 more on 1\u00a0December.',
  );
  expect(says('start', 150)).toMatch(/^The Start Plan includes 150 AI tasks a month/);
  expect(says('premium', 500)).not.toMatch(/\d/);
});

it('shows what a plan was sold with, and no number if unknown', () => {
  const says = (allowance: number | null) => whatComes({ tier: 'pro', allowance }, DEFAULT_CATALOGUE);
  expect(says(250)).toMatch(/^The Pro Plan includes 250 AI tasks a month/);
  expect(says(null)).toBe('The Pro Plan includes the AI tasks agreed with you.');
});

it("offers the installation's own plans, by its names", () => {
  const own = catalogueOf({
    currency: 'USD',
    yearlySavingPercent: 25,
    packs: [{ credits: 1200, price: 40, listPrice: null, bestValue: false, name: null, description: null }],
    plans: {
      start: { name: 'Basic', credits: 200, price: 9.99 },
      pro: { name: 'Team', credits: 900, price: 29 },
    },
  });
  expect(offersFor('free', own, 'monthly')).toEqual([
    { item: 'pack_1200', name: '1,200 AI tasks', note: 'Paid once, never expires', price: '$40' },
    { item: 'start_monthly', name: 'Basic Plan', note: '200 AI tasks a month', price: '$9.99 a month' },
    { item: 'pro_monthly', name: 'Team Plan', note: '900 AI tasks a month', price: '$29 a month' },
  ]);
  expect(whatComes({ tier: 'start', allowance: 150 }, own)).toMatch(
    /^The Basic Plan includes 150 AI tasks a month/,
  );
});
