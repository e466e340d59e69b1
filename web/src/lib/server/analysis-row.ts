import * as z from 'zod/mini';

/** What a data analysis stores beside its text, as the browser reads it: domain/analysis.ts. Foreign words throughout. */
const cellRow = z.nullable(z.union([z.string(), z.number()]));

/** A new kind of issue costs the answer nothing: it is not worded. */
const issueRow = z.object({
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

const tableRow = z.object({
  name: z.string(),
  file: z.string(),
  origin: z.enum(['csv', 'pdf', 'image']),
  page: z.nullable(z.number()),
  rows: z.number(),
  columns: z.number(),
  issues: z.array(issueRow),
});

const copiedRow = z.object({
  file: z.string(),
  rows: z.number(),
  cells: z.array(z.array(z.string())),
});

const queryRow = z.object({
  n: z.number(),
  purpose: z.string(),
  sql: z.string(),
  columns: z.array(z.string()),
  /** Older answers have none. */
  units: z.optional(z.array(z.string())),
  rows: z.array(z.array(cellRow)),
  count: z.number(),
  read: z.number(),
});

const figureRow = z.object({
  n: z.number(),
  kind: z.enum(['table', 'bar', 'line', 'stacked', 'scatter', 'histogram']),
  title: z.string(),
  query: z.number(),
  label: z.number(),
  values: z.array(z.number()),
  unit: z.string(),
});

export const analysisRow = z.object({
  tables: z.array(tableRow),
  /** Older answers have none. */
  copies: z.optional(z.array(copiedRow)),
  queries: z.array(queryRow),
  figures: z.array(figureRow),
  bound: z.number(),
});
export type AnalysisRow = z.infer<typeof analysisRow>;
export type TableIssueRow = z.infer<typeof issueRow>;
export type QueryRow = z.infer<typeof queryRow>;
export type FigureRow = z.infer<typeof figureRow>;
export type CopiedRow = z.infer<typeof copiedRow>;
export type CellRow = z.infer<typeof cellRow>;
