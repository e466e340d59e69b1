import { expect, it } from 'vitest';
import type { Profile } from '#domain/rows/profile-row.ts';
import { catalogueOf, DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { offersFor, whatComes } from './offers.ts';

type Tier = Profile['subscription_tier'];

const PACKS = ['Credit packs', '500 to 5,000 AI tasks'];

it.each([
  ['free', [['Start Plan', '150 AI tasks a month'], ['Pro Plan', '300 AI tasks a month'], PACKS]],
  ['start', [['Pro Plan', '300 AI tasks a month'], PACKS]],
  ['pro', [PACKS]],
  ['premium', [PACKS]],
] as const)('offers more than they have to a user on %s', (tier, offers) => {
  expect(offersFor(tier, DEFAULT_CATALOGUE).map(({ name, amount }) => [name, amount])).toEqual(offers);
});

it('describes the current plan with its actual credits and date', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const says = (tier: Tier, allowance: number | null) =>
    whatComes({ tier, allowance }, DEFAULT_CATALOGUE, now);
  expect(says('free', null)).toBe('The Free Plan has 10 AI tasks a month. 10 more come on 1\u00a0December.');
  expect(says('start', 150)).toMatch(/^The Start Plan has 150 AI tasks each month/);
  expect(says('premium', 500)).not.toMatch(/\d/);
});

it('shows what a plan was sold with, and no number if unknown', () => {
  const says = (allowance: number | null) => whatComes({ tier: 'pro', allowance }, DEFAULT_CATALOGUE);
  expect(says(250)).toMatch(/^The Pro Plan has 250 AI tasks each month/);
  expect(says(null)).toBe('The Pro Plan has the AI tasks that were agreed with you.');
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
  expect(offersFor('free', own)).toEqual([
    { name: 'Basic Plan', amount: '200 AI tasks a month', note: 'Billed monthly, or yearly for 25% less.' },
    { name: 'Team Plan', amount: '900 AI tasks a month', note: 'Billed monthly, or yearly for 25% less.' },
    { name: 'Credit packs', amount: '1,200 AI tasks', note: 'Paid once. They never expire.' },
  ]);
  expect(whatComes({ tier: 'start', allowance: 150 }, own)).toMatch(
    /^The Basic Plan has 150 AI tasks each month/,
  );
});
