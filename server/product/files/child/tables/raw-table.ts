import type { TableIssue } from '#domain/analysis.ts';
import type { TableFacts } from '../../table-facts.ts';

/** A table as its source has it: cells as they are written. */
export interface RawTable extends Pick<TableFacts, 'file' | 'origin' | 'page'> {
  /** All of one width. */
  readonly rows: readonly (readonly string[])[];
  readonly issues: readonly TableIssue[];
  /** Where nothing else tells: countries that divide cells by semicolons divide decimals by commas. */
  readonly hasDecimalCommas: boolean;
}

/** A table whose head, rows and sums are told apart. */
export interface ShapedTable extends RawTable {
  readonly labels: readonly string[];
}
