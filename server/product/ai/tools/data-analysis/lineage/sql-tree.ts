/** A query as far as it matters where the columns of its result come from. */

/** What stands for a value. */
export type Expression =
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'nothing' }
  /** `isQuoted`: what names no column is a text to SQLite. */
  | {
      readonly is: 'column';
      readonly table: string | null;
      readonly name: string;
      readonly isQuoted: boolean;
    }
  | {
      readonly is: 'call';
      readonly name: string;
      readonly given: readonly Expression[];
    }
  | {
      readonly is: 'arithmetic';
      readonly sign: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** One of several, by what is so. */
  | {
      readonly is: 'choice';
      readonly conditions: readonly Expression[];
      readonly results: readonly Expression[];
    }
  /** True, false or neither. `isOrder`: whether one of them is more than another is asked. */
  | { readonly is: 'truth'; readonly of: readonly Expression[]; readonly isOrder?: boolean }
  | { readonly is: 'query'; readonly query: Query };

export type Operator = '+' | '-' | '*' | '/' | '%' | '||';

export interface Query {
  readonly named: readonly NamedQuery[];
  /** One for each SELECT that UNION and the like put together, and for each row of VALUES. */
  readonly arms: readonly Arm[];
}

export interface NamedQuery {
  readonly name: string;
  readonly columns: readonly string[] | null;
  readonly query: Query;
}

export interface Arm {
  readonly columns: readonly ResultColumn[];
  readonly from: readonly Source[];
  /** Which rows and groups are taken, as far as that could be read. */
  readonly conditions: readonly Expression[];
}

export type ResultColumn =
  | { readonly name: string; readonly value: Expression }
  /** `*`, or `sales.*`. */
  | { readonly allOf: string | null };

export interface Source {
  readonly name: string;
  readonly of: string | Query;
}
