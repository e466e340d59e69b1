/** The exposed schemas as read from the catalogue. Every identifier that reaches SQL comes from here. */

export interface Column {
  readonly name: string;
  /** SQL type with its modifier: `character varying(200)`, `text[]`. */
  readonly type: string;
  /** `json` values support paths; a `vector` is searched directly; anything else is converted first. */
  readonly nature: 'json' | 'vector' | 'other';
  /** SQL expression of the default, as the catalogue prints it. */
  readonly default: string | null;
}

export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
  readonly relations: readonly Relation[];
  /** Functions of the row, read like columns or embedded like relations. A real column of the same name wins. */
  readonly computedColumns: ReadonlyMap<string, Column>;
  readonly computedRelations: ReadonlyMap<string, ComputedRelation>;
}

export interface ColumnPair {
  readonly from: string;
  readonly to: string;
}

/** A relation from one table to another along foreign keys. */
export type Relation = DirectRelation | JunctionRelation;

export interface DirectRelation {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
  readonly constraint: string;
  readonly origin: string;
  readonly target: string;
  /** A view may show the single row of a key several times, or not at all. */
  readonly isTargetView: boolean;
  /** `from` is a column of the origin, `to` one of the target. */
  readonly pairs: readonly ColumnPair[];
}

export interface JunctionRelation {
  readonly kind: 'many-to-many';
  readonly origin: string;
  readonly target: string;
  readonly junction: string;
  readonly isJunctionView: boolean;
  readonly originConstraint: string;
  readonly targetConstraint: string;
  /** `from` in the origin, `to` in the junction. */
  readonly originPairs: readonly ColumnPair[];
  /** `from` in the junction, `to` in the target. */
  readonly targetPairs: readonly ColumnPair[];
}

/** A function that takes a row of the origin and returns rows of the target. */
export interface ComputedRelation {
  readonly kind: 'computed';
  readonly schema: string;
  readonly routine: string;
  readonly origin: string;
  readonly target: string;
  /** True if it is declared to return at most one row. */
  readonly isSingle: boolean;
}

export interface Parameter {
  /** Empty for an unnamed parameter. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

export type ReturnShape =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar' }
  /** Rows of a table of the same schema, or of the function's own row type. */
  | { readonly kind: 'rows'; readonly table: Table };

export interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returns: ReturnShape;
  readonly returnsSet: boolean;
  /** Stable and immutable functions run in a read-only transaction. */
  readonly isVolatile: boolean;
}

export interface ExposedSchema {
  readonly name: string;
  /** Server setting: aggregates over all rows are expensive, and most applications don't need them. */
  readonly allowsAggregates: boolean;
  readonly tables: ReadonlyMap<string, Table>;
  /** Overloads by name. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
}
