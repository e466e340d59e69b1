import type { TableIssue } from '#domain/table-issue.ts';
import type { TableFacts } from '../../table-facts.ts';

/** A table as in its source, with cells as written. */
export interface RawTable extends Pick<TableFacts, 'file' | 'origin' | 'page'> {
  /** All of the same width. */
  readonly rows: readonly (readonly string[])[];
  readonly issues: readonly TableIssue[];
  /** Fallback: countries that separate cells by semicolons use decimal commas. */
  readonly hasDecimalCommas: boolean;
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
}
