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
  /** `from` is a column of the origin, `to` one of the target. */
  readonly pairs: readonly ColumnPair[];
}

export interface JunctionRelation {
  readonly kind: 'many-to-many';
  readonly origin: string;
  readonly target: string;
  readonly junction: string;
  readonly originConstraint: string;
  readonly targetConstraint: string;
  /** `from` in the origin, `to` in the junction. */
  readonly originPairs: readonly ColumnPair[];
  /** `from` in the junction, `to` in the target. */
  readonly targetPairs: readonly ColumnPair[];
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
  readonly tables: ReadonlyMap<string, Table>;
  /** Overloads by name. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
}
