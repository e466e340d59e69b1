import type { Column, Table } from '../schema/schema.ts';
import type { PlannedCondition, ReadPlan } from './read-plan.ts';

/** New values, as a JSON array of objects in text form. */
export interface Payload {
  readonly columns: readonly Column[];
  readonly json: string;
  readonly rows: number;
  /** Where an object lacks a key: the default of the column, or null. */
  readonly missing: 'default' | 'null';
}

export interface Conflict {
  readonly columns: readonly string[];
  readonly resolution: 'merge' | 'ignore';
}

export type WriteAct =
  | { readonly verb: 'insert'; readonly payload: Payload; readonly conflict: Conflict | null }
  | { readonly verb: 'update'; readonly payload: Payload; readonly conditions: readonly PlannedCondition[] }
  | { readonly verb: 'delete'; readonly conditions: readonly PlannedCondition[] };

export interface WritePlan {
  readonly table: Table;
  readonly act: WriteAct;
  /** What to show of the rows that were written: a query over them, their keys for `Location`, or nothing. */
  readonly answer:
    | { readonly kind: 'rows'; readonly plan: ReadPlan }
    | { readonly kind: 'keys' }
    | { readonly kind: 'none' };
}
