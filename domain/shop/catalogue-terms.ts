import * as z from 'zod/mini';

/** The decisions about a pack; the rest of it follows. */
export const packTerms = z.object({
  credits: z.number(),
  /** What is paid, in units of the currency. */
  price: z.number(),
  /** Struck through beside it; null: there is none. */
  listPrice: z.nullable(z.number()),
  bestValue: z.boolean(),
  /** null: as many AI tasks as it has credits. */
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
});
export type PackTerms = Readonly<z.output<typeof packTerms>>;

/** The decisions about a plan; the rest of it follows. */
export const planTerms = z.object({
  /** Without the word plan: it stands in "Start Plan" and "Choose Start". */
  name: z.string(),
  /** Those of each month. */
  credits: z.number(),
  /** For a month, in units of the currency. */
  price: z.number(),
});
export type PlanTerms = Readonly<z.output<typeof planTerms>>;

/** An operator's decisions about what is sold. `/config.json` tells them where they are not the default. */
export const catalogueTerms = z.object({
  /** As in ISO 4217; one whose hundredth part is its smallest coin. */
  currency: z.string(),
  /** How much a year at once is cheaper than twelve months. */
  yearlySavingPercent: z.number(),
  /** From the smallest to the largest. */
  packs: z.readonly(z.array(packTerms)),
  plans: z.object({ start: planTerms, pro: planTerms }),
});
export type CatalogueTerms = Readonly<z.output<typeof catalogueTerms>>;
