import type { Column, Table } from '../schema/schema.ts';
import type { PlannedCondition, ReadPlan } from './read-plan.ts';

/** New values, as the JSON text of an array of objects. */
export interface Payload {
  readonly columns: readonly Column[];
  readonly json: string;
  readonly rows: number;
  /** The value for a key that an object lacks: the column's default, or null. */
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
  /** The answer: a query over the written rows, their keys for `Location`, or nothing. */
  readonly answer:
    | { readonly kind: 'rows'; readonly plan: ReadPlan }
    | { readonly kind: 'keys' }
    | { readonly kind: 'none' };
}
