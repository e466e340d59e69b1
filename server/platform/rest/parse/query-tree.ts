/** The parsed query string, before any name is looked up in the catalogue. */

/** One step into a JSON value: `->key`, `->>key`, `->0`. */
export interface JsonStep {
  readonly key: string;
  readonly isIndex: boolean;
  /** `->>`: the value as text. */
  readonly asText: boolean;
}

export interface Field {
  readonly column: string;
  readonly path: readonly JsonStep[];
}

export const AGGREGATES = ['sum', 'avg', 'count', 'max', 'min'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface FieldItem {
  readonly kind: 'field';
  readonly field: Field;
  readonly alias: string | null;
  readonly cast: string | null;
  /** `column::int.sum()::text`: the cast here is that of the result, the item's own that of the values. */
  readonly aggregate: { readonly name: Aggregate; readonly cast: string | null } | null;
}

/** `count()`: the number of rows. */
export interface CountItem {
  readonly kind: 'count';
  readonly alias: string | null;
  readonly cast: string | null;
}

export interface EmbedItem {
  readonly kind: 'embed';
  /** A table, foreign key or column name; the planner resolves which. */
  readonly target: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly isInner: boolean;
  /** `...rel(column)`: its columns become columns of the parent level. */
  readonly isSpread: boolean;
  readonly items: readonly SelectItem[];
}

export type SelectItem = { readonly kind: 'star' } | FieldItem | CountItem | EmbedItem;

export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
export type IsValue = (typeof IS_VALUES)[number];

export type Operation =
  | {
      readonly kind: 'infix';
      readonly operator: string;
      readonly quantifier: 'any' | 'all' | null;
      readonly value: string;
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | {
      readonly kind: 'search';
      readonly operator: string;
      readonly config: string | null;
      readonly value: string;
    };

export interface Filter {
  readonly kind: 'filter';
  readonly field: Field;
  readonly isNegated: boolean;
  readonly operation: Operation;
}

export interface Logic {
  readonly kind: 'logic';
  readonly joiner: 'and' | 'or';
  readonly isNegated: boolean;
  readonly conditions: readonly Condition[];
}

export type Condition = Filter | Logic;

export interface OrderTerm {
  /** Set for `order=rel(column)`. */
  readonly relation: string | null;
  readonly field: Field;
  readonly isDescending: boolean;
  readonly nulls: 'first' | 'last' | null;
}

/** Names from the root down to the embed that something belongs to; empty for the root. */
export type EmbedPath = readonly string[];

export interface Query {
  readonly select: readonly SelectItem[];
  readonly conditions: readonly { readonly path: EmbedPath; readonly condition: Condition }[];
  readonly orders: readonly { readonly path: EmbedPath; readonly terms: readonly OrderTerm[] }[];
  readonly limits: readonly { readonly path: EmbedPath; readonly limit: number }[];
  readonly offsets: readonly { readonly path: EmbedPath; readonly offset: number }[];
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /** Arguments of a function called with GET. */
  readonly args: readonly (readonly [name: string, value: string])[];
}
