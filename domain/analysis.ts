import * as z from 'zod/mini';
import { storedLine } from './line.ts';

/** What a data analysis stores beside its text, as a part of its evidence: enough to draw it, and to check it. */

/** A cell of a table, or of a result. Dates are texts: `2026-11-20`. */
export const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.output<typeof cell>;

/** `image`: a model has read it from a picture. Everything else was read by code. */
export const tableOrigin = z.enum(['csv', 'pdf', 'image']);

const analysedTable = z.object({
  /** In the queries. */
  name: z.string(),
  file: z.string(),
  origin: tableOrigin,
  /** Of a PDF. */
  page: z.nullable(z.number()),
  rows: z.number(),
  columns: z.number(),
  /** Read by `tableIssue`. */
  issues: z.array(storedLine),
});

/** A table as a model has copied it from a picture, its beginning: the head first where there is one. */
const copiedTable = z.object({
  file: z.string(),
  /** Of the whole table. */
  rows: z.number(),
  cells: z.array(z.array(z.string())),
});
export type CopiedTable = z.output<typeof copiedTable>;

const ranQuery = z.object({
  /** From 1, in the order in which they ran. */
  n: z.number(),
  /** What it finds out, in a model's words. */
  purpose: z.string(),
  sql: z.string(),
  columns: z.array(z.string()),
  /** Of each column, as the planner has declared it; empty: none. Older answers have none at all. */
  units: z._default(z.array(z.string()), []),
  /** The beginning of the result. */
  rows: z.array(z.array(cell)),
  /** Of the whole result. */
  count: z.number(),
  /** Rows of the tables that it reads. */
  read: z.number(),
});
export type RanQuery = z.output<typeof ranQuery>;

export const CHART_KINDS = ['bar', 'line', 'stacked', 'scatter', 'histogram'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** A table or a chart that `[figure 1]` in the text stands for. Its numbers are the cells of a query, and nothing else. */
const figure = z.object({
  n: z.number(),
  kind: z.enum(['table', ...CHART_KINDS]),
  title: z.string(),
  query: z.number(),
  /** Index of the column that names the marks; -1 for a table. */
  label: z.number(),
  /** Indexes of the columns that are drawn. */
  values: z.array(z.number()),
  /** Of the values: `€`, `%`, `km`; empty where there is none. */
  unit: z.string(),
});
export type Figure = z.output<typeof figure>;

export const analysis = z.object({
  tables: z.array(analysedTable),
  /** Older answers have none. */
  copies: z._default(z.array(copiedTable), []),
  queries: z.array(ranQuery),
  figures: z.array(figure),
  /** Numbers in the text that are cells of results. */
  bound: z.number(),
});
export type Analysis = z.output<typeof analysis>;
