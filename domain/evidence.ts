import * as z from 'zod/mini';
import { analysis } from './analysis.ts';

/** What an answer rests on, stored beside it: `ai_responses.evidence`. All texts in it are foreign, and plain. */

/** Words of a source, as they stand there. */
const quote = z.object({
  /** Cut from the stored text of the source, never typed by a model. */
  text: z.string(),
  /** The text around it, so that a citation opens what was read even when the page has changed since. */
  around: z.string(),
});

const source = z.object({
  /** The number that `[n]` in the answer names. */
  n: z.number(),
  url: z.string(),
  host: z.string(),
  title: z.string(),
  /** When it was published, as far as it says so: an ISO date. */
  date: z.nullable(z.string()),
  read_at: z.string(),
  quotes: z.array(quote),
});

export const evidence = z.object({
  sources: z.array(source),
  /** Pages that were read, cited or not. */
  pages_read: z.number(),
  /** Found, but not read: nothing in the answer rests on them. */
  unread: z.array(z.object({ url: z.string(), host: z.string(), title: z.string() })),
  /** Sentences of the answer that no source supports; `[?]` stands behind them. */
  unverified: z.array(z.string()),
  /** How many sentences cite nothing and count nothing, so that nothing was checked. Older answers do not say. */
  unsourced: z.optional(z.number()),
  /** What was to be answered and was not. */
  open: z.array(z.string()),
  /** Of a data analysis: its tables, its queries with their results, and its figures. */
  analysis: z.optional(analysis),
});

export type Evidence = z.output<typeof evidence>;
export type Source = z.output<typeof source>;

/** A page of a file that the person has attached, whose number is `n`; everything else has an address. */
export const isPage = ({ url }: Pick<Source, 'url'>): boolean => url === '';
