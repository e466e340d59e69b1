import type { Aggregate, JsonStep, Operation } from '../parse/query-tree.ts';
import type { Column, ComputedRelation, Relation, Table } from '../schema/schema.ts';

/** A query with every name resolved in the catalogue. `alias` is the SQL alias of the table at this level. */
export interface ReadPlan {
  readonly table: Table;
  readonly alias: string;
  readonly items: readonly PlannedItem[];
  readonly conditions: readonly PlannedCondition[];
  readonly order: readonly PlannedOrder[];
  readonly limit: number | null;
  readonly offset: number;
  /**
   * The column that carries the whole row of this level, set if a function needs it and the row isn't read from its
   * table.
   */
  readonly keptRow: string | null;
}

/**
 * The row of one level as a function argument: the table itself, or the column in which a write or a call keeps it.
 */
export interface RowArgument {
  readonly alias: string;
  readonly keptRow: string | null;
}

export interface PlannedField {
  readonly alias: string;
  readonly column: Column;
  /** Set if the column is a function of the row. */
  readonly computed: { readonly schema: string; readonly row: RowArgument } | null;
  readonly path: readonly JsonStep[];
}

export type PlannedItem =
  | {
      readonly kind: 'field';
      readonly key: string;
      readonly field: PlannedField;
      readonly cast: string | null;
      readonly aggregate: { readonly name: Aggregate; readonly cast: string | null } | null;
    }
  | { readonly kind: 'embed'; readonly key: string; readonly embed: Embed }
  /** Its items become items of this level: one value each, or an array each if the relation is to-many. */
  | { readonly kind: 'spread'; readonly embed: Embed }
  /** The number of rows, instead of the rows. */
  | { readonly kind: 'count'; readonly key: string; readonly cast: string | null };

export interface Embed {
  readonly relation: Relation | ComputedRelation;
  readonly isToOne: boolean;
  readonly parent: RowArgument;
  readonly junctionAlias: string;
  readonly plan: ReadPlan;
}

export type PlannedCondition =
  | {
      readonly kind: 'filter';
      readonly field: PlannedField;
      readonly isNegated: boolean;
      readonly operation: Operation;
    }
  | {
      readonly kind: 'logic';
      readonly joiner: 'and' | 'or';
      readonly isNegated: boolean;
      readonly conditions: readonly PlannedCondition[];
    }
  /** Rows with (or without) a related row: `!inner`, `rel=is.null`. */
  | { readonly kind: 'exists'; readonly embed: Embed; readonly isNegated: boolean };

export interface PlannedOrder {
  readonly field: PlannedField;
  /** Set if the column belongs to a related row. */
  readonly embed: Embed | null;
  readonly isDescending: boolean;
  readonly nulls: 'first' | 'last' | null;
}
