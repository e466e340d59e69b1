/** What the catalogue says about the exposed schemas. Every identifier that reaches SQL comes from here. */

export interface Column {
  readonly name: string;
  /** As SQL writes it, length included: `character varying(200)`, `text[]`. */
  readonly type: string;
  /** `json` values have paths of their own; a `vector` is searched as it is; everything else is converted first. */
  readonly nature: 'json' | 'vector' | 'other';
  /** The SQL of its default, as the catalogue prints it. */
  readonly default: string | null;
}

export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
  readonly relations: readonly Relation[];
  /** Functions of the row that are read like columns, and like relations. A column of the same name comes first. */
  readonly computedColumns: ReadonlyMap<string, Column>;
  readonly computedRelations: ReadonlyMap<string, ComputedRelation>;
}

export interface ColumnPair {
  readonly from: string;
  readonly to: string;
}

/** A way from one table to another along foreign keys, seen from the first. */
export type Relation = DirectRelation | JunctionRelation;

export interface DirectRelation {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
  readonly constraint: string;
  readonly origin: string;
  readonly target: string;
  /** A view may show the one row of a key several times, or not at all. */
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

/** A function that takes a row of the origin and answers with rows of the target. */
export interface ComputedRelation {
  readonly kind: 'computed';
  readonly schema: string;
  readonly routine: string;
  readonly origin: string;
  readonly target: string;
  /** At most one row, by its declaration. */
  readonly isSingle: boolean;
}

export interface Parameter {
  /** Empty for an unnamed one. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

export type ReturnShape =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar' }
  /** Rows of a table of the same schema, or of a row type of the function's own. */
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
  /** A setting of the server: sums over all rows are dear, and not asked for by most applications. */
  readonly allowsAggregates: boolean;
  readonly tables: ReadonlyMap<string, Table>;
  /** Overloads by name. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
}
