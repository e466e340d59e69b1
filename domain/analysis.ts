import { z } from 'zod';

/** What a data analysis stores beside its text, as a part of its evidence: enough to draw it, and to check it. */

/** A cell of a table, or of a result. Dates are texts: `2026-11-20`. */
export const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.output<typeof cell>;

/** `image`: a model has read it from a picture. Everything else was read by code. */
export const tableOrigin = z.enum(['csv', 'pdf', 'image']);

/** What a reader of the figures has to know about the data. Each is counted by code; the interface words it. */
export const tableIssue = z.discriminatedUnion('key', [
  /** Rows above the head, or below the last row of data, that are notes. */
  z.object({ key: z.literal('notes_set_aside'), params: z.object({ rows: z.int() }) }),
  /** Last rows that are the sums of those above them: counting them would double every sum. */
  z.object({ key: z.literal('totals_set_aside'), params: z.object({ rows: z.int(), label: z.string() }) }),
  /** Rows that are sums of others, the names of some of them. */
  z.object({ key: z.literal('sums_set_aside'), params: z.object({ rows: z.int(), labels: z.string() }) }),
  /** Rows that are called sums, and are not that of the rows above them: they are counted like any other. */
  z.object({ key: z.literal('sums_unclear'), params: z.object({ rows: z.int(), labels: z.string() }) }),
  /** Rows with more cells than the table has columns; the first of them by its line. */
  z.object({ key: z.literal('broken_rows'), params: z.object({ rows: z.int(), line: z.int() }) }),
  z.object({ key: z.literal('short_rows'), params: z.object({ rows: z.int() }) }),
  /** A quotation mark is opened and never closed. */
  z.object({ key: z.literal('open_quotes'), params: z.object({ rows: z.int() }) }),
  z.object({ key: z.literal('duplicates'), params: z.object({ rows: z.int() }) }),
  z.object({ key: z.literal('no_header'), params: z.object({ columns: z.int() }) }),
  /** No usual delimiter divides the lines: each is one cell. */
  z.object({ key: z.literal('one_column'), params: z.object({}) }),
  /** Spaces divided the cells. Older answers alone: such a file is one column now. */
  z.object({ key: z.literal('cut_at_spaces'), params: z.object({ columns: z.int() }) }),
  z.object({ key: z.literal('empty_cells'), params: z.object({ column: z.string(), cells: z.int() }) }),
  /** Cells of a column of numbers or dates that are none: they count as empty. */
  z.object({
    key: z.literal('unreadable_cells'),
    params: z.object({ column: z.string(), cells: z.int(), example: z.string() }),
  }),
  /** 1.234 may be one thousand and more, or little more than one. */
  z.object({
    key: z.literal('ambiguous_numbers'),
    params: z.object({ column: z.string(), example: z.string(), read_as: z.number() }),
  }),
  /** 03/04/2026 may be in March or in April: the column stays text. */
  z.object({
    key: z.literal('ambiguous_dates'),
    params: z.object({ column: z.string(), example: z.string() }),
  }),
  z.object({
    key: z.literal('mixed_units'),
    params: z.object({ column: z.string(), units: z.string() }),
  }),
  /** The rest of the table was not read. */
  z.object({ key: z.literal('cut'), params: z.object({ rows: z.int() }) }),
  /** Lines between the rows of a table that are none: a heading of a group, the rest of a long cell. */
  z.object({ key: z.literal('lines_between'), params: z.object({ rows: z.int(), example: z.string() }) }),
  /** Such lines that are headings without doubt: each row has the one above it in a column of that name. */
  z.object({
    key: z.literal('groups_in_column'),
    params: z.object({ rows: z.int(), example: z.string(), column: z.string() }),
  }),
  /** A PDF has more pages than are read. */
  z.object({
    key: z.literal('pages_beyond'),
    params: z.object({ file: z.string(), read: z.int(), pages: z.int() }),
  }),
  /** Pages of a PDF with hardly any text, listed: they are scanned, or blank. */
  z.object({
    key: z.literal('pages_without_text'),
    params: z.object({ file: z.string(), pages: z.string() }),
  }),
  /** Pages of a PDF that could not be read, listed. */
  z.object({ key: z.literal('pages_broken'), params: z.object({ file: z.string(), pages: z.string() }) }),
  /** A file whose table has more columns than are read. */
  z.object({ key: z.literal('too_wide'), params: z.object({ file: z.string(), columns: z.int() }) }),
  /** Tables after those that are read. */
  z.object({
    key: z.literal('tables_beyond'),
    params: z.object({ file: z.string(), read: z.int(), tables: z.int() }),
  }),
  /** A model has not seen this table: nothing was computed from it. */
  z.object({ key: z.literal('not_asked'), params: z.object({ shown: z.int() }) }),
  /** Columns of this table that a model has not seen, the last ones. */
  z.object({ key: z.literal('columns_not_asked'), params: z.object({ columns: z.int(), shown: z.int() }) }),
  z.object({ key: z.literal('encoding'), params: z.object({ encoding: z.string() }) }),
  z.object({ key: z.literal('unreadable_characters'), params: z.object({ count: z.int() }) }),
]);
export type TableIssue = z.output<typeof tableIssue>;

const analysedTable = z.object({
  /** In the queries. */
  name: z.string(),
  file: z.string(),
  origin: tableOrigin,
  /** Of a PDF. */
  page: z.int().nullable(),
  rows: z.int(),
  columns: z.int(),
  issues: z.array(tableIssue),
});

/** A table as a model has copied it from a picture, its beginning: the head first where there is one. */
const copiedTable = z.object({
  file: z.string(),
  /** Of the whole table. */
  rows: z.int(),
  cells: z.array(z.array(z.string())),
});

const ranQuery = z.object({
  /** From 1, in the order in which they ran. */
  n: z.int().positive(),
  /** What it finds out, in a model's words. */
  purpose: z.string(),
  sql: z.string(),
  columns: z.array(z.string()),
  /** Of each column, as the planner has declared it; empty: none. Older answers have none at all. */
  units: z.array(z.string()).default([]),
  /** The beginning of the result. */
  rows: z.array(z.array(cell)),
  /** Of the whole result. */
  count: z.int(),
  /** Rows of the tables that it reads. */
  read: z.int(),
});

export const CHART_KINDS = ['bar', 'line', 'stacked', 'scatter', 'histogram'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** A table or a chart that `[figure 1]` in the text stands for. Its numbers are the cells of a query, and nothing else. */
const figure = z.object({
  n: z.int().positive(),
  kind: z.enum(['table', ...CHART_KINDS]),
  title: z.string(),
  query: z.int().positive(),
  /** Index of the column that names the marks; -1 for a table. */
  label: z.int(),
  /** Indexes of the columns that are drawn. */
  values: z.array(z.int()),
  /** Of the values: `€`, `%`, `km`; empty where there is none. */
  unit: z.string(),
});
export type Figure = z.output<typeof figure>;

export const analysis = z.object({
  tables: z.array(analysedTable),
  /** Older answers have none. */
  copies: z.array(copiedTable).default([]),
  queries: z.array(ranQuery),
  figures: z.array(figure),
  /** Numbers in the text that are cells of results. */
  bound: z.int(),
});
export type Analysis = z.output<typeof analysis>;
