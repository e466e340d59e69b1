import * as z from 'zod/mini';
import { line } from './line.ts';

/** What a reader of the figures has to know about the data. Each is counted by code; the interface words it. */
export const tableIssue = z.discriminatedUnion('key', [
  /** Rows above the head, or below the last row of data, that are notes. */
  line('notes_set_aside', { rows: z.number() }),
  /** Last rows that are the sums of those above them: counting them would double every sum. */
  line('totals_set_aside', { rows: z.number(), label: z.string() }),
  /** Rows that are sums of others, the names of some of them. */
  line('sums_set_aside', { rows: z.number(), labels: z.string() }),
  /** Rows that are called sums, and are not that of the rows above them: they are counted like any other. */
  line('sums_unclear', { rows: z.number(), labels: z.string() }),
  /** Rows with more cells than the table has columns; the first of them by its line. */
  line('broken_rows', { rows: z.number(), line: z.number() }),
  line('short_rows', { rows: z.number() }),
  /** A quotation mark is opened and never closed. */
  line('open_quotes', { rows: z.number() }),
  line('duplicates', { rows: z.number() }),
  line('no_header', { columns: z.number() }),
  /** No usual delimiter divides the lines: each is one cell. */
  line('one_column', {}),
  /** Spaces divided the cells. Older answers alone: such a file is one column now. */
  line('cut_at_spaces', { columns: z.number() }),
  line('empty_cells', { column: z.string(), cells: z.number() }),
  /** Cells of a column of numbers or dates that are none: they count as empty. */
  line('unreadable_cells', { column: z.string(), cells: z.number(), example: z.string() }),
  /** 1.234 may be one thousand and more, or little more than one. */
  line('ambiguous_numbers', { column: z.string(), example: z.string(), read_as: z.number() }),
  /** 03/04/2026 may be in March or in April: the column stays text. */
  line('ambiguous_dates', { column: z.string(), example: z.string() }),
  line('mixed_units', { column: z.string(), units: z.string() }),
  /** The rest of the table was not read. */
  line('cut', { rows: z.number() }),
  /** Lines between the rows of a table that are none: a heading of a group, the rest of a long cell. */
  line('lines_between', { rows: z.number(), example: z.string() }),
  /** Such lines that are headings without doubt: each row has the one above it in a column of that name. */
  line('groups_in_column', { rows: z.number(), example: z.string(), column: z.string() }),
  /** A PDF has more pages than are read. */
  line('pages_beyond', { file: z.string(), read: z.number(), pages: z.number() }),
  /** Pages of a PDF with hardly any text, listed: they are scanned, or blank. */
  line('pages_without_text', { file: z.string(), pages: z.string() }),
  /** Pages of a PDF that could not be read, listed. */
  line('pages_broken', { file: z.string(), pages: z.string() }),
  /** A file whose table has more columns than are read. */
  line('too_wide', { file: z.string(), columns: z.number() }),
  /** Tables after those that are read. */
  line('tables_beyond', { file: z.string(), read: z.number(), tables: z.number() }),
  /** A model has not seen this table: nothing was computed from it. */
  line('not_asked', { shown: z.number() }),
  /** Columns of this table that a model has not seen, the last ones. */
  line('columns_not_asked', { columns: z.number(), shown: z.number() }),
  line('encoding', { encoding: z.string() }),
  line('unreadable_characters', { count: z.number() }),
]);
export type TableIssue = z.output<typeof tableIssue>;
