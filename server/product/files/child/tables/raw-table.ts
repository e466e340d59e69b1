import type { TableIssue } from '#domain/table-issue.ts';
import type { TableFacts } from '../../table-facts.ts';

/** A table as its source has it: cells as they are written. */
export interface RawTable extends Pick<TableFacts, 'file' | 'origin' | 'page'> {
  /** All of one width. */
  readonly rows: readonly (readonly string[])[];
  readonly issues: readonly TableIssue[];
  /** Where nothing else tells: countries that divide cells by semicolons divide decimals by commas. */
  readonly hasDecimalCommas: boolean;
}

/** What a file holds, and what of it could not be read: each names the file. */
export interface FoundTables {
  readonly tables: readonly RawTable[];
  readonly lost: readonly LostPart[];
}

export type LostPart = Extract<TableIssue, { params: { file: string } }>;

/** A table whose head, rows and sums are told apart. */
export interface ShapedTable extends RawTable {
  readonly labels: readonly string[];
}
