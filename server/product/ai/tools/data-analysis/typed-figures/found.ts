import type { KnownNumbers } from './known-numbers.ts';
import type { Node } from './sql-nodes.ts';

/** Literals that a query may contain, beside those of the tables. */
export interface Allowed extends KnownNumbers {
  /** Whether all numbers and days of a text occur in the task. */
  readonly isTold: (text: string) => boolean;
  /** Numbers that the query's conditions compare with: names of ranges may contain them. */
  readonly limits: ReadonlySet<number>;
  /** Columns whose texts have digits that the query typed; filled during the check. */
  readonly labels: Set<string>;
}

/**
 * Kind of a value: `data` comes from a table, `flag` is 0 or 1 depending on its rows, `label` names a range; `number`,
 * `words` and `day` are literals of the query.
 */
export interface Found {
  readonly is: 'data' | 'flag' | 'label' | 'number' | 'words' | 'day';
  /** Value of a number; omitted if a function makes it. */
  readonly value?: number;
  /** Whether it's a product of factors. */
  readonly isScale?: boolean;
}

export const DATA: Found = { is: 'data' };

export const isData = ({ is }: Found): boolean => is === 'data' || is === 'flag' || is === 'label';

/** Context in which a value is checked. */
export interface Place {
  readonly allowed: Allowed;
  /** Whether there are table rows to count. */
  readonly hasRows: boolean;
  /** The whole result column. */
  readonly item: readonly Node[];
  /** Whether a subquery has data. */
  readonly ofQuery: (nodes: readonly Node[]) => boolean;
  readonly look: (nodes: readonly Node[], place: Place) => Found;
}

/** A figure that is written into the query itself. The planner reads the message. */
export class TypedFigure extends Error {}

export function refuse(what: string | number, how = ''): never {
  throw new TypedFigure(`${what} is written into the query${how}`);
}
