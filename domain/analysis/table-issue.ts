import * as z from 'zod/mini';
import { line } from '../line.ts';

/** Data issues that a reader of the figures must know. Counted by code; the interface words them. */
export const tableIssue = z.discriminatedUnion('key', [
  /** Rows above the header, or below the last row of data, that are notes. */
  line('notes_set_aside', { rows: z.number(), says: z._default(z.string(), '') }),
  /** Last rows that are totals: counting them would double every sum. */
  line('totals_set_aside', { rows: z.number(), label: z.string() }),
  /** Rows that are sums of others, with some of their labels. */
  line('sums_set_aside', { rows: z.number(), labels: z.string() }),
  /** Rows labelled as sums that aren't the sum of the rows above: they are counted like any other. */
  line('sums_unclear', { rows: z.number(), labels: z.string() }),
  /** Rows with more cells than columns, and the first one's line. */
  line('broken_rows', { rows: z.number(), line: z.number() }),
  line('short_rows', { rows: z.number() }),
  /** An unclosed quotation mark. */
  line('open_quotes', { rows: z.number() }),
  line('duplicates', { rows: z.number() }),
  line('no_header', { columns: z.number() }),
  /** No common delimiter splits the lines: each is one cell. */
  line('one_column', {}),
  /** Split at spaces. Only in older answers: such a file is one column now. */
  line('cut_at_spaces', { columns: z.number() }),
  line('empty_cells', { column: z.string(), cells: z.number() }),
  /** Invalid cells in a column of numbers or dates: they count as empty. */
  line('unreadable_cells', { column: z.string(), cells: z.number(), example: z.string() }),
  /** 1.234 may be over a thousand, or just over one. */
  line('ambiguous_numbers', { column: z.string(), example: z.string(), read_as: z.number() }),
  /** 03/04/2026 may be in March or in April: the column stays text. */
  line('ambiguous_dates', { column: z.string(), example: z.string() }),
  /** The same, read by what the column's other dates, other columns, or the person's country say. */
  line('day_order', {
    column: z.string(),
    example: z.string(),
    read_as: z.string(),
    by: z.enum(['column', 'table', 'country']),
  }),
  /** Local times of different zones, or some whose zone isn't said: a column beside them has their offsets. */
  line('mixed_offsets', { column: z.string(), offsets: z.string() }),
  /** Times such as 1:30, read as lengths, in hours. */
  line('lengths_of_time', { column: z.string(), example: z.string(), read_as: z.number() }),
  /** The same, read as times of day, which can't be added up. */
  line('times_of_day', { column: z.string(), example: z.string() }),
  /** Months or quarters, written so that they sort. */
  line('periods', { column: z.string(), example: z.string(), read_as: z.string() }),
  /** Numbers such as 1.5E+05: whoever saved them has dropped their other digits. */
  line('rounded_numbers', { column: z.string(), example: z.string() }),
  /** Numbers such as 1.2k. */
  line('short_numbers', { column: z.string(), example: z.string(), read_as: z.number() }),
  /** Numbers with the mark of a note, such as an asterisk, which was dropped. */
  line('marked_cells', { column: z.string(), example: z.string() }),
  /** Some numbers have this unit, and others have none: a column beside them tells which. */
  line('units_in_part', { column: z.string(), unit: z.string(), example: z.string() }),
  line('mixed_units', { column: z.string(), units: z.string() }),
  /** The rest of the table was not read. */
  line('cut', { rows: z.number() }),
  /** Lines between the rows of a table that aren't rows: a group heading, the rest of a long cell. */
  line('lines_between', { rows: z.number(), example: z.string() }),
  /** Group headings that are certain: each row has its heading in a column of that name. */
  line('groups_in_column', { rows: z.number(), example: z.string(), column: z.string() }),
  /** Two lines of headings that were joined: `2026` over `H1`. */
  line('heads_joined', { example: z.string() }),
  /** Tables that stand below or beside each other on a sheet, of which this is one, with its cells. */
  line('sheet_split', { tables: z.number(), range: z.string() }),
  /** A sheet that is hidden in its workbook: it's read like the others. */
  line('hidden_sheet', {}),
  /** Hidden rows or columns of a sheet, which are read like the others. */
  line('hidden_rows', { rows: z.number() }),
  line('hidden_columns', { columns: z.number() }),
  /** Cells below the first of a merged one, which were given its text. */
  line('merged_cells', { cells: z.number() }),
  /** Cells with an error such as #DIV/0!, with the place of the first: they count as empty. */
  line('error_cells', { cells: z.number(), example: z.string() }),
  /** Formulas that were saved without a value, with the place of the first: they count as empty. */
  line('uncalculated', { cells: z.number(), example: z.string() }),
  /** A sheet that has nothing but such formulas. */
  line('sheet_uncalculated', { file: z.string(), sheet: z.string(), cells: z.number() }),
  /** A sheet with more columns than are read. */
  line('sheet_too_wide', { file: z.string(), sheet: z.string(), columns: z.number() }),
  /** A workbook that takes values from other files: they are those that it was saved with. */
  line('linked_workbook', { file: z.string() }),
  /** A PDF has more pages than are read. */
  line('pages_beyond', { file: z.string(), read: z.number(), pages: z.number() }),
  /** Page numbers of a PDF that have hardly any text: scanned, or blank. */
  line('pages_without_text', { file: z.string(), pages: z.string() }),
  /** Page numbers of a PDF that could not be read. */
  line('pages_broken', { file: z.string(), pages: z.string() }),
  /** A file whose table has more columns than are read. */
  line('too_wide', { file: z.string(), columns: z.number() }),
  /** Tables beyond those that are read. */
  line('tables_beyond', { file: z.string(), read: z.number(), tables: z.number() }),
  /** A model has not seen this table: nothing was computed from it. */
  line('not_asked', { shown: z.number() }),
  /** The last columns of this table, which a model has not seen. */
  line('columns_not_asked', { columns: z.number(), shown: z.number() }),
  line('encoding', { encoding: z.string() }),
  line('unreadable_characters', { count: z.number() }),
]);
export type TableIssue = z.output<typeof tableIssue>;
