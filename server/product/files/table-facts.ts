import { z } from 'zod';
import { cell, tableOrigin } from '#domain/analysis/analysis.ts';
import { tableIssue } from '#domain/analysis/table-issue.ts';
import type { TableKind } from '#domain/file-kinds.ts';

/** Facts about a table, computed by code, never by a model. */
const columnFacts = z.object({
  /** Name in SQL. */
  name: z.string(),
  /** Label in the file. */
  label: z.string(),
  type: z.enum(['number', 'date', 'text']),
  unit: z.string().nullable(),
  empty: z.int(),
  distinct: z.int(),
  min: cell,
  max: cell,
  mean: z.number().nullable(),
  /** Most frequent values of a text column. */
  top: z.array(z.object({ value: z.string(), count: z.int() })),
});
export type ColumnFacts = z.output<typeof columnFacts>;

/** Label of a column with the units of another, if they differ by row. */
export const unitsLabel = (label: string): string => `${label} (unit)`;

export const tableFacts = z.object({
  name: z.string(),
  file: z.string(),
  origin: tableOrigin,
  page: z.int().nullable(),
  /** Sheet of a workbook. */
  sheet: z.string().nullable().default(null),
  rows: z.int(),
  columns: z.array(columnFacts),
  sample: z.array(z.array(cell)),
  issues: z.array(tableIssue),
});
export type TableFacts = z.output<typeof tableFacts>;

export const queryOutcome = z.union([
  z.object({
    ok: z.literal(true),
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
    /** Rows of the whole result, of which `rows` may be the start. */
    count: z.int(),
    /** Number of rows in the tables that it reads. */
    read: z.int(),
    /** Names of these tables. */
    tables: z.array(z.string()),
    /** Of a pivoted result: number of first columns that are the query's own. */
    own: z.int().optional(),
  }),
  /** `refused`: not permitted. `wrong`: invalid SQL. `slow`: exceeded its limit. */
  z.object({ ok: z.literal(false), why: z.enum(['refused', 'wrong', 'slow']), says: z.string() }),
]);
export type QueryOutcome = z.output<typeof queryOutcome>;

/** Pivots a result: a column for each value of `across`, with the cells of `value`. Both are result columns. */
export const pivot = z.object({ across: z.string(), value: z.string() });
export type Pivot = z.output<typeof pivot>;

export type TableQuery = string | { readonly sql: string; readonly pivot: Pivot };

/** A file with tables, or tables already extracted from one. */
export type TableSource = (FileSource | ReadSource) & {
  /** ISO code of the country in which its owner lives, if they say it: it settles what a date leaves open. */
  readonly country?: string | null;
};

interface FileSource {
  readonly kind: TableKind;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Pages of a PDF whose tables have been read otherwise. */
  readonly lookedAt?: readonly number[];
}

/** Extracted from a picture by a model. */
interface ReadSource {
  readonly kind: 'image';
  readonly name: string;
  /** Of a PDF, from 1. Omitted: the picture is a file of its own. */
  readonly page?: number;
  readonly tables: readonly (readonly (readonly string[])[])[];
}

export const ROWS_MAX = 1_000_000;
export const CELLS_MAX = 6_000_000;
export const COLUMNS_MAX = 200;
/** Maximum tables of all files: more are a book, not data. */
export const TABLES_MAX = 40;
/** Maximum tables, and columns of each, that are shown to a model. */
export const TABLES_SHOWN = 12;
export const COLUMNS_SHOWN = 60;
/** Rows of a result that are kept. */
export const RESULT_ROWS = 200;
