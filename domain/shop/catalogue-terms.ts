import * as z from 'zod/mini';

/** Configurable terms of a pack, from which the rest is derived. */
export const packTerms = z.object({
  credits: z.number(),
  /** Price in units of the currency. */
  price: z.number(),
  /** Struck-through price beside it; null for none. */
  listPrice: z.nullable(z.number()),
  bestValue: z.boolean(),
  /** Null: named by its number of credits. */
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
});
export type PackTerms = Readonly<z.output<typeof packTerms>>;

/** Configurable terms of a plan, from which the rest is derived. */
export const planTerms = z.object({
  /** Without the word "plan", as used in "Start Plan" and "Choose Start". */
  name: z.string(),
  /** Per month. */
  credits: z.number(),
  /** Per month, in units of the currency. */
  price: z.number(),
});
export type PlanTerms = Readonly<z.output<typeof planTerms>>;

/** An operator's catalogue. Served in `/config.json` if it differs from the default. */
export const catalogueTerms = z.object({
  /** ISO 4217; a currency with hundredths as its smallest unit. */
  currency: z.string(),
  /** Saving of yearly billing over twelve months. */
  yearlySavingPercent: z.number(),
  /** From the smallest to the largest. */
  packs: z.readonly(z.array(packTerms)),
  plans: z.object({ start: planTerms, pro: planTerms }),
});
export type CatalogueTerms = Readonly<z.output<typeof catalogueTerms>>;
