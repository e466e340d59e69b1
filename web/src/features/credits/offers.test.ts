import { expect, it } from 'vitest';
import { offersFor, whatComes } from './offers.ts';

const PACKS = ['Credit packs', '500 to 5,000 AI tasks'];

it.each([
  ['free', [['Start Plan', '150 AI tasks a month'], ['Pro Plan', '300 AI tasks a month'], PACKS]],
  ['start', [['Pro Plan', '300 AI tasks a month'], PACKS]],
  ['pro', [PACKS]],
  ['premium', [PACKS]],
] as const)('whoever has %s is offered what is more', (tier, offers) => {
  expect(offersFor(tier).map(({ name, amount }) => [name, amount])).toEqual(offers);
});

it('says what the present plan brings, with its true number and day', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(whatComes('free', now)).toBe(
    'The Free Plan has 10 AI tasks a month. 10 more come on 1\u00a0December.',
  );
  expect(whatComes('start', now)).toMatch(/^The Start Plan has 150 AI tasks each month/);
  expect(whatComes('pro', now)).toMatch(/^The Pro Plan has 300 AI tasks each month/);
  expect(whatComes('premium', now)).not.toMatch(/\d/);
});
