import * as z from 'zod/mini';
import { analysisRow } from './analysis-row.ts';

/** What an answer rests on, as the browser reads it: domain/evidence.ts. Foreign words throughout, shown as plain text. */
export const evidenceRow = z.object({
  sources: z.array(
    z.object({
      n: z.number(),
      url: z.string(),
      host: z.string(),
      title: z.string(),
      date: z.nullable(z.string()),
      read_at: z.string(),
      quotes: z.array(z.object({ text: z.string(), around: z.string() })),
    }),
  ),
  pages_read: z.number(),
  unread: z.array(z.object({ url: z.string(), host: z.string(), title: z.string() })),
  unverified: z.array(z.string()),
  /** Sentences that cite nothing and count nothing; older answers do not say. */
  unsourced: z.optional(z.number()),
  open: z.array(z.string()),
  /** Of a data analysis. */
  analysis: z.optional(analysisRow),
});
export type Evidence = z.infer<typeof evidenceRow>;
export type Source = Evidence['sources'][number];

/** A page of a file that the person has attached, whose number is `n`; everything else has an address. */
export const isPage = ({ url }: Pick<Source, 'url'>): boolean => url === '';
