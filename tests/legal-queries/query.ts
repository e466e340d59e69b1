/** A legal query of the REST API, before it becomes a URL on one side and plain SQL on the other. */

export type Arrow = '->' | '->>';

export interface Step {
  readonly arrow: Arrow;
  readonly key: string | number;
}

export interface Field {
  readonly column: string;
  /** Into a JSON document or an array. */
  readonly path: readonly Step[];
}

export type Compare = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'isdistinct';
export type Pattern = 'like' | 'ilike' | 'match' | 'imatch';
export type Among = 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj';
export type Search = 'fts' | 'plfts' | 'phfts' | 'wfts';

export type Test =
  | { readonly kind: 'infix'; readonly operator: Compare | Pattern | Among; readonly value: string }
  | {
      readonly kind: 'each';
      readonly operator: Exclude<Compare | Pattern, 'neq' | 'isdistinct'>;
      readonly of: 'any' | 'all';
      readonly values: readonly string[];
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | {
      readonly kind: 'search';
      readonly operator: Search;
      readonly config: 'english' | 'simple';
      readonly value: string;
    };

export type Condition =
  | { readonly kind: 'test'; readonly not: boolean; readonly field: Field; readonly test: Test }
  | {
      readonly kind: 'logic';
      readonly not: boolean;
      readonly operator: 'and' | 'or';
      readonly parts: readonly Condition[];
    }
  /** Whether an embed found anything. */
  | { readonly kind: 'presence'; readonly not: boolean; readonly embed: Embed };

export interface Item {
  readonly field: Field;
  readonly alias: string | null;
  readonly cast: string | null;
}

export interface Term {
  readonly field: Field;
  /** By a column of a to-one embed. */
  readonly embed: Embed | null;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** What the query of a table and that of an embed have in common. */
export interface Page {
  readonly table: string;
  /** Empty: all columns. */
  readonly items: readonly Item[];
  readonly conditions: readonly Condition[];
  readonly order: readonly Term[];
  readonly limit: number | null;
  readonly offset: number | null;
}

export interface Embed extends Page {
  readonly relation: Relation;
  readonly alias: string | null;
  readonly join: 'inner' | 'left' | null;
  /** Shows nothing of its rows: `tasks()`. */
  readonly isEmpty: boolean;
}

export interface Query extends Page {
  readonly embeds: readonly Embed[];
}

export interface Relation {
  /** As `select` names it, with its hint. */
  readonly target: string;
  /** Its key in the answer where it has no alias. */
  readonly name: string;
  readonly table: string;
  readonly isToOne: boolean;
  /** The join, between the aliases `outer_row` and `inner_row`. */
  readonly on: string;
}

/** The key in the answer, by which parameters name the embed. */
export const keyOf = (embed: Embed): string => embed.alias ?? embed.relation.name;

/** The key of a field in the answer: the last name on its path. */
export function fieldName({ column, path }: Field): string {
  const names = path.map(({ key }) => key).filter((key) => typeof key === 'string');
  return names.at(-1) ?? column;
}
