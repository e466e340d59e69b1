import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type Catalogue,
  type CatalogueTerms,
  catalogueOf,
  DEFAULT_CATALOGUE,
} from '#domain/shop/catalogue.ts';
import type { EnvironmentReader } from './read-environment.ts';

const NAME = 'CATALOGUE_FILE';

const A_CURRENCY =
  'must be the code of a currency that has cents, in capital letters, such as EUR, USD, GBP or CHF';

/** Twelve of the largest, less a percent, are still an amount that Stripe takes. */
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
}).refine(({ price, listPrice }) => listPrice === null || listPrice > price, {
  path: ['listPrice'],
  error: 'must be more than price; without a discount, leave it out',
});

const plan = fields({ name: writing(20), credits, price: amount });

const catalogue = fields({
  currency: z.string(A_CURRENCY).refine(hasCents, A_CURRENCY),
  yearlySavingPercent: whole('a whole percentage', 1, 90),
  packs: z
    .array(pack, 'must be a list of packs')
    .min(1, 'must have a pack at least')
    .max(8, 'must have 8 packs at most')
    .superRefine((packs, context) => {
      const marked = packs.findLastIndex(({ bestValue }) => bestValue);
      packs.forEach(({ credits: size, bestValue }, index) => {
        const problem = (field: string, message: string) =>
          context.addIssue({ code: 'custom', path: [index, field], message });
        if (size <= (packs[index - 1]?.credits ?? 0)) {
          problem('credits', 'must be more than those of the pack before it');
        }
        if (bestValue && index !== marked) problem('bestValue', 'can be true of one pack only');
      });
    }),
  plans: fields({ start: plan, pro: plan }).superRefine(({ start, pro }, context) => {
    for (const field of ['credits', 'price'] as const) {
      if (pro[field] > start[field]) continue;
      const message = 'must be more than that of start: pro is the better plan';
      context.addIssue({ code: 'custom', path: ['pro', field], message });
    }
    if (pro.name === start.name) {
      context.addIssue({
        code: 'custom',
        path: ['pro', 'name'],
        message: 'must be another than that of start',
      });
    }
  }),
});

export interface CatalogueConfig {
  /** What is sold. */
  readonly catalogue: Catalogue;
  /** What the operator's own file says of it; null: there is none. */
  readonly catalogueTerms: CatalogueTerms | null;
}

export function readCatalogue(env: EnvironmentReader): CatalogueConfig {
  const terms = readTerms(env);
  return { catalogue: terms ? catalogueOf(terms) : DEFAULT_CATALOGUE, catalogueTerms: terms };
}

function readTerms(env: EnvironmentReader): CatalogueTerms | null {
  const named = env.text(NAME);
  if (named === null) return null;
  const path = resolve(named);
  const wrong = (message: string): null => {
    env.problem(`${NAME}: ${path}: ${message}`);
    return null;
  };
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(error instanceof SyntaxError ? `is not JSON: ${reason}` : `cannot be read: ${reason}`);
  }
  const read = catalogue.safeParse(content);
  if (read.success) return read.data;
  for (const { path: place, message } of read.error.issues) wrong(`${placeOf(place)}${message}`);
  return null;
}

/** `packs[1].price: `, as it would be written to reach it. */
function placeOf(path: readonly PropertyKey[]): string {
  const written = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return written === '' ? '' : `${written.replace(/^\./, '')}: `;
}

/** An object with these names and no other. */
function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const allowed = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has an unknown name: ${issue.keys.join(', ')}; allowed are ${allowed}`
        : `must be an object with ${allowed}`,
  });
}

function whole(what: string, least: number, most: number) {
  const message = `must be ${what} from ${least} to ${most}`;
  return z.int(message).min(least, message).max(most, message);
}

function writing(most: number) {
  const message = `must be a text of 1 to ${most} letters`;
  return z.string(message).trim().min(1, message).max(most, message);
}

function hasCents(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code)) return false;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 2;
}
