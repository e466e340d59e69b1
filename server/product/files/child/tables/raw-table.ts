import type { TableIssue } from '#domain/analysis/table-issue.ts';
import type { TableFacts } from '../../table-facts.ts';
import type { Grid } from './grid.ts';

/** A table as in its source, with cells as written. */
export interface RawTable extends Pick<TableFacts, 'file' | 'origin' | 'page'> {
  readonly cells: Grid;
  readonly issues: readonly TableIssue[];
  /** Name of its sheet, for a file that has sheets. */
  readonly sheet?: string;
  /** Cells of the first rows that are merged over several columns. */
  readonly spans?: readonly Span[];
  /** Rows with a formula about others. */
  readonly about?: readonly AboutRows[];
  /** Where its rows and columns are on a sheet of which empty ones were left out. */
  readonly places?: SheetPlaces;
  /** Number of last rows that a text file has without any delimiter. */
  readonly loose?: number;
  /** Fallback: countries that separate cells by semicolons use decimal commas. */
  readonly hasDecimalCommas: boolean;
}

/** Numbers of rows and columns, from 0 and ascending. */
export interface SheetPlaces {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** A merged cell: its row, and the columns from `from` up to, but not including, `to`. */
export interface Span {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** A cell whose formula takes rows of its column together, from `from` up to, but not including, `to`. */
export interface AboutRows {
  readonly row: number;
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** Tables of a file, and its unreadable parts, each with the file's name. */
export interface FoundTables {
  readonly tables: readonly RawTable[];
  readonly lost: readonly LostPart[];
}

export type LostPart = Extract<TableIssue, { params: { file: string } }>;

/** A table split into header, rows and sums. */
export interface ShapedTable extends RawTable {
  readonly labels: readonly string[];
  /** Columns whose times are lengths, since they were added up. */
  readonly lengths: ReadonlySet<number>;
}
