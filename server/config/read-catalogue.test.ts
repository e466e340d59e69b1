import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import { readConfig } from '../config.ts';

const folder = mkdtempSync(join(tmpdir(), 'errand-catalogue-'));
afterAll(() => rmSync(folder, { recursive: true }));

const START = { name: 'Basic', credits: 200, price: 9.99 };
const PRO = { name: 'Team', credits: 900, price: 29 };
const PACK = { credits: 100, price: 4.35 };
const SMALL = { currency: 'USD', yearlySavingPercent: 25, packs: [PACK], plans: { start: START, pro: PRO } };

function fileOf(content: unknown): string {
  const path = join(folder, 'catalogue.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const read = (content: unknown) => readConfig({ CATALOGUE_FILE: fileOf(content) });

describe('what is sold', () => {
  it('is that of the specification by default', () => {
    expect(readConfig({})).toMatchObject({ catalogue: DEFAULT_CATALOGUE, catalogueTerms: null });
  });

  it('is unchanged with the file of the documentation', () => {
    const page = readFileSync(new URL('../../docs/billing.md', import.meta.url), 'utf8');
    const example = /```json\n([\s\S]+?)```/.exec(page)?.[1];
    expect(read(example).catalogue).toEqual(DEFAULT_CATALOGUE);
  });

  it('is that of the file; defaults of a pack follow from its size', () => {
    const { catalogue, catalogueTerms } = read(`\uFEFF${JSON.stringify(SMALL)}`);
    expect(catalogue.yearlySavingPercent).toBe(25);
    expect(catalogue.packs).toMatchObject([
      {
        key: 'pack_100',
        name: '100 AI tasks',
        discountedPrice: 4.35,
        discountPercentage: 0,
        currency: 'USD',
      },
    ]);
    expect(catalogue.plans).toEqual([
      {
        tier: 'start',
        name: 'Basic',
        tasksPerMonth: 200,
        monthlyCents: 999,
        yearlyCents: 8991,
        currency: 'USD',
      },
      {
        tier: 'pro',
        name: 'Team',
        tasksPerMonth: 900,
        monthlyCents: 2900,
        yearlyCents: 26_100,
        currency: 'USD',
      },
    ]);
    expect(catalogueTerms).toMatchObject({ currency: 'USD', packs: [{ credits: 100, listPrice: null }] });
  });

  it('has payment links for its packs, which are not sent to browsers', () => {
    const paymentLink = 'https://buy.example/1';
    const linked = {
      ...SMALL,
      packs: [
        { ...PACK, paymentLink },
        { credits: 200, price: 8 },
      ],
    };
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
    const CATALOGUE_FILE = fileOf(linked);
    const { payments, catalogueTerms } = readConfig({ CATALOGUE_FILE, ...stripe });
    expect(payments).toMatchObject({ links: new Map([['pack_100', paymentLink]]) });
    expect(JSON.stringify(catalogueTerms)).not.toContain('buy.example');
    expect(() => readConfig({ CATALOGUE_FILE })).toThrow('STRIPE_SECRET_KEY: ');
    expect(() => readConfig({ CATALOGUE_FILE, ...stripe, STRIPE_LINK_PACK_100: paymentLink })).toThrow(
      'STRIPE_LINK_PACK_100: is an old name and paymentLink of pack_100 in the CATALOGUE_FILE is set too',
    );
  });
});

const AMOUNT = 'must be an amount from 0.5 to 80000 with at most two decimals, such as 9.90';
const CURRENCY =
  'must be the code of a currency that has cents, in capital letters, such as EUR, USD, GBP or CHF';
const packs = (...more: object[]) => ({ ...SMALL, packs: [PACK, ...more] });
const plans = (start: object, pro: object) => ({
  ...SMALL,
  plans: { start: { ...START, ...start }, pro: { ...PRO, ...pro } },
});

it.each([
  ['{"currency": ', "isn't valid JSON: "],
  [[], 'must be an object with currency, yearlySavingPercent, packs, plans'],
  [
    { ...SMALL, free: 20 },
    'has unknown names: free. Allowed are currency, yearlySavingPercent, packs, plans',
  ],
  [{ ...SMALL, currency: 'eur' }, `currency: ${CURRENCY}`],
  [{ ...SMALL, currency: 'JPY' }, `currency: ${CURRENCY}`],
  [{ ...SMALL, currency: undefined }, `currency: ${CURRENCY}`],
  [{ ...SMALL, yearlySavingPercent: 100 }, 'yearlySavingPercent: must be a whole percentage from 1 to 90'],
  [{ ...SMALL, packs: {} }, 'packs: must be a list of packs'],
  [{ ...SMALL, packs: [] }, 'packs: must have at least one pack'],
  [
    { ...SMALL, packs: Array.from({ length: 9 }, (_, index) => ({ ...PACK, credits: 100 + index })) },
    'packs: must have at most 8 packs',
  ],
  [packs({ credits: 200, prise: 9 }), `packs[1].price: ${AMOUNT}`],
  [
    packs({ credits: 200, price: 9, tasks: 1 }),
    'packs[1]: has unknown names: tasks. Allowed are credits, price, listPrice, bestValue, name, description, paymentLink',
  ],
  [packs({ credits: 200, price: '9' }), `packs[1].price: ${AMOUNT}`],
  [packs({ credits: 200, price: 9.999 }), `packs[1].price: ${AMOUNT}`],
  [packs({ credits: 200, price: 0 }), `packs[1].price: ${AMOUNT}`],
  [packs({ credits: 200, price: 90_000 }), `packs[1].price: ${AMOUNT}`],
  [
    packs({ credits: 200, price: 9, listPrice: 9 }),
    'packs[1].listPrice: must be more than price. Leave it out if there is no discount',
  ],
  [packs({ credits: 2.5, price: 9 }), 'packs[1].credits: must be a number of credits from 1 to 100000'],
  [packs({ credits: 100, price: 9 }), 'packs[1].credits: must be more than in the pack before it'],
  [
    packs({ credits: 200, price: 9, bestValue: true }, { credits: 300, price: 9, bestValue: true }),
    'packs[1].bestValue: can be true for one pack only',
  ],
  [packs({ credits: 200, price: 9, name: ' ' }), 'packs[1].name: must be text of 1 to 40 characters'],
  [
    packs({ credits: 200, price: 9, paymentLink: 'buy.example/1' }),
    'packs[1].paymentLink: must be an address that begins with https:// or http://',
  ],
  [{ ...SMALL, plans: { start: START } }, 'plans.pro: must be an object with name, credits, price'],
  [plans({ name: 5 }, {}), 'plans.start.name: must be text of 1 to 20 characters'],
  [plans({}, { name: 'Basic' }), "plans.pro.name: must differ from start's"],
  [
    plans({}, { credits: 200 }),
    "plans.pro.credits: must be more than start's, because pro is the better plan",
  ],
  [plans({}, { price: 9.99 }), "plans.pro.price: must be more than start's, because pro is the better plan"],
])('%j is refused, with the file, the place in it and what is allowed', (content, problem) => {
  expect(() => read(content)).toThrow(`CATALOGUE_FILE: ${join(folder, 'catalogue.json')}: ${problem}`);
});

it('reports a file that cannot be read', () => {
  const path = join(folder, 'missing.json');
  expect(() => readConfig({ CATALOGUE_FILE: path })).toThrow(
    `CATALOGUE_FILE: ${path}: couldn't be read: ENOENT`,
  );
});

it('reports all mistakes of the file at once, with those of the environment', () => {
  const wrong = { ...packs({ credits: 200, price: -1 }), currency: 'X' };
  expect(() => readConfig({ CATALOGUE_FILE: fileOf(wrong), PORT: 'x' })).toThrow(
    /PORT: .*\n.*currency: .*\n.*packs\[1\]\.price: /s,
  );
});
