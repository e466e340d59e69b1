import * as z from 'zod/mini';
import { storedLine } from '../line.ts';

/** Evidence of a data analysis, stored beside its text: enough to draw and to check it. */

/** A cell of a table or result. Dates are strings: `2026-11-20`. */
export const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.output<typeof cell>;

/** `image`: extracted from a picture by a model. The others are parsed by code. */
export const tableOrigin = z.enum(['csv', 'xlsx', 'ods', 'pdf', 'image']);

const analysedTable = z.object({
  /** Name in the queries. */
  name: z.string(),
  file: z.string(),
  origin: tableOrigin,
  /** Page of a PDF. */
  page: z.nullable(z.number()),
  /** Sheet of a workbook. Missing in older answers. */
  sheet: z._default(z.nullable(z.string()), null),
  rows: z.number(),
  columns: z.number(),
  /** Parsed by `tableIssue`. */
  issues: z.array(storedLine),
});

/** The start of a table that a model copied from a picture, header first if there is one. */
const copiedTable = z.object({
  file: z.string(),
  /** Rows of the whole table. */
  rows: z.number(),
  cells: z.array(z.array(z.string())),
});
export type CopiedTable = z.output<typeof copiedTable>;

/** Two tables that a query puts together, and what their keys have in common. */
const joinedTables = z.object({
  from: z.string(),
  to: z.string(),
  /** `orders.customer = customers.id`, one for each part of the key. */
  keys: z.array(z.string()),
  /** Rows of `from`. */
  rows: z.number(),
  /** How many of these have a row of `to`. */
  matched: z.number(),
});
export type JoinedTables = z.output<typeof joinedTables>;

const ranQuery = z.object({
  /** From 1, in execution order. */
  n: z.number(),
  /** What it is for, in a model's words. */
  purpose: z.string(),
  sql: z.string(),
  columns: z.array(z.string()),
  /** Units by column, as declared by the planner; empty for none. Missing in older answers. */
  units: z._default(z.array(z.string()), []),
  /** Missing in older answers. */
  joins: z._default(z.array(joinedTables), []),
  /** How the result was pivoted: a column for each value of `across`. Missing in older answers. */
  pivot: z._default(z.nullable(z.object({ across: z.string(), value: z.string() })), null),
  /** The start of the result. */
  rows: z.array(z.array(cell)),
  /** Rows of the whole result. */
  count: z.number(),
  /** Number of rows in the tables that it reads. */
  read: z.number(),
});
export type RanQuery = z.output<typeof ranQuery>;

export const CHART_KINDS = ['bar', 'line', 'stacked', 'scatter', 'histogram', 'box'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export const FIGURE_KINDS = ['table', ...CHART_KINDS] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/**
 * A table or chart that replaces `[figure 1]` in the text. Its numbers are cells of a query, and nothing else.
 */
const figure = z.object({
  n: z.number(),
  kind: z.enum(FIGURE_KINDS),
  title: z.string(),
  query: z.number(),
  /** Index of the column with the labels; -1 for a table. */
  label: z.number(),
  /** Indexes of the columns with the values; of a box its least, quartiles and greatest: `chart-fit.ts`. */
  values: z.array(z.number()),
  /** Unit of the values: `€`, `%`, `km`; empty if there is none. */
  unit: z.string(),
});
export type Figure = z.output<typeof figure>;

export const analysis = z.object({
  tables: z.array(analysedTable),
  /** Missing in older answers. */
  copies: z._default(z.array(copiedTable), []),
  queries: z.array(ranQuery),
  figures: z.array(figure),
  /** Count of numbers in the text that are cells of results. */
  bound: z.number(),
});
export type Analysis = z.output<typeof analysis>;
