import * as z from 'zod/mini';
import { analysis } from './analysis/analysis.ts';
import { TEXT_UNITS } from './file-kinds.ts';

/** Evidence of an answer: `ai_responses.evidence`. All texts in it are foreign and plain. */

/** A quote from a source. */
const quote = z.object({
  /** Cut from the stored text of the source, never typed by a model. */
  text: z.string(),
  /** The surrounding text, so that a citation shows what was read even after the page has changed. */
  around: z.string(),
});

const textUnit = z.enum(TEXT_UNITS);

const source = z.object({
  /** Number that `[n]` in the answer refers to. */
  n: z.number(),
  url: z.string(),
  host: z.string(),
  title: z.string(),
  /** What `n` counts in an attached file. Missing in web pages and older answers. */
  unit: z.optional(textUnit),
  /** ISO date of publication, if stated. */
  date: z.nullable(z.string()),
  read_at: z.string(),
  quotes: z.array(quote),
});

export const evidence = z.object({
  sources: z.array(source),
  /** Number of pages read, cited or not. */
  pages_read: z.number(),
  /** Found, but not read: nothing in the answer rests on them. */
  unread: z.array(z.object({ url: z.string(), host: z.string(), title: z.string() })),
  /** Sentences of the answer that no source supports, marked `[?]` in it. */
  unverified: z.array(z.string()),
  /** Number of unchecked sentences, without citation or number. Missing in older answers. */
  unsourced: z.optional(z.number()),
  /** Questions that remained unanswered. */
  open: z.array(z.string()),
  /** Tables, queries with results, and figures of a data analysis. */
  analysis: z.optional(analysis),
});

export type Evidence = z.output<typeof evidence>;
export type Source = z.output<typeof source>;

/** True for a page, slide or section of an attached file, with its number in `n`; all other sources have a URL. */
export const isPage = ({ url }: Pick<Source, 'url'>): boolean => url === '';
