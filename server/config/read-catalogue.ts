import { z } from 'zod';
import { type Catalogue, catalogueOf, DEFAULT_CATALOGUE } from '#domain/shop/catalogue.ts';
import type { CatalogueTerms } from '#domain/shop/catalogue-terms.ts';
import type { PackKey } from '#domain/shop/packs.ts';
import type { EnvironmentReader } from './read-environment.ts';
import { fields, readJsonFile, webAddress, writing } from './read-json-file.ts';

const A_CURRENCY =
  'must be the code of a currency that has cents, in capital letters, such as EUR, USD, GBP or CHF';

/** Twelve times the largest amount, less a percent, is still within Stripe's limit. */
const AMOUNT = { least: 0.5, most: 80_000 } as const;
const AN_AMOUNT = `must be an amount from ${AMOUNT.least} to ${AMOUNT.most} with at most two decimals, such as 9.90`;
const amount = z
  .number(AN_AMOUNT)
  .min(AMOUNT.least, AN_AMOUNT)
  .max(AMOUNT.most, AN_AMOUNT)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, AN_AMOUNT);

const credits = whole('a number of credits', 1, 100_000);
const description = writing(200);

const pack = fields({
  credits,
  price: amount,
  listPrice: amount.nullable().default(null),
  bestValue: z.boolean('must be true or false').default(false),
  name: writing(40).nullable().default(null),
  description: description.nullable().default(null),
  paymentLink: webAddress.nullable().default(null),
}).refine(({ price, listPrice }) => listPrice === null || listPrice > price, {
  path: ['listPrice'],
  error: 'must be more than price. Leave it out if there is no discount',
});

const plan = fields({ name: writing(20), credits, price: amount });

const catalogue = fields({
  currency: z.string(A_CURRENCY).refine(hasCents, A_CURRENCY),
  yearlySavingPercent: whole('a whole percentage', 1, 90),
  packs: z
    .array(pack, 'must be a list of packs')
    .min(1, 'must have at least one pack')
    .max(8, 'must have at most 8 packs')
    .superRefine((packs, context) => {
      const marked = packs.findLastIndex(({ bestValue }) => bestValue);
      packs.forEach(({ credits: size, bestValue }, index) => {
        const problem = (field: string, message: string) =>
          context.addIssue({ code: 'custom', path: [index, field], message });
        if (size <= (packs[index - 1]?.credits ?? 0)) {
          problem('credits', 'must be more than in the pack before it');
        }
        if (bestValue && index !== marked) problem('bestValue', 'can be true for one pack only');
      });
    }),
  plans: fields({ start: plan, pro: plan }).superRefine(({ start, pro }, context) => {
    for (const field of ['credits', 'price'] as const) {
      if (pro[field] > start[field]) continue;
      const message = "must be more than start's, because pro is the better plan";
      context.addIssue({ code: 'custom', path: ['pro', field], message });
    }
    if (pro.name === start.name) {
      context.addIssue({
        code: 'custom',
        path: ['pro', 'name'],
        message: "must differ from start's",
      });
    }
  }),
});

export interface CatalogueConfig {
  /** Plans and packs on sale. */
  readonly catalogue: Catalogue;
  /** Terms from the operator's own file; null without one. */
  readonly catalogueTerms: CatalogueTerms | null;
}

/** Payment links created by the operator, by pack. */
export type PaymentLinks = ReadonlyMap<PackKey, string>;

export function readCatalogue(
  env: EnvironmentReader,
): CatalogueConfig & { readonly paymentLinks: PaymentLinks } {
  const content = readJsonFile(env, 'CATALOGUE_FILE', catalogue);
  if (content === null)
    return { catalogue: DEFAULT_CATALOGUE, catalogueTerms: null, paymentLinks: new Map() };
  // Browsers get the terms but not the links: Errand adds the buyer to them.
  const paymentLinks = new Map<PackKey, string>();
  const packs = content.packs.map(({ paymentLink, ...pack }) => {
    if (paymentLink !== null) paymentLinks.set(`pack_${pack.credits}`, paymentLink);
    return pack;
  });
  const terms = { ...content, packs };
  return { catalogue: catalogueOf(terms), catalogueTerms: terms, paymentLinks };
}

function whole(what: string, least: number, most: number) {
  const message = `must be ${what} from ${least} to ${most}`;
  return z.int(message).min(least, message).max(most, message);
}

function hasCents(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code)) return false;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 2;
}
