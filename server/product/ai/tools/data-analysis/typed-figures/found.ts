import type { KnownNumbers } from './known-numbers.ts';
import type { Node } from './sql-nodes.ts';

/** What a query may write down, beside what the tables say. */
export interface Allowed extends KnownNumbers {
  /** All numbers and days of a text are those of the task. */
  readonly isTold: (text: string) => boolean;
  /** Numbers that the conditions of the query compare with: names of ranges may have them. */
  readonly limits: ReadonlySet<number>;
  /** Columns of the query whose texts have digits that it has typed: filled while it is read. */
  readonly labels: Set<string>;
}

/**
 * What a value is: `data` comes from a table, `flag` is 0 or 1 by its rows, `label` is the name of a range; `number`,
 * `words` and `day` are written into the query.
 */
export interface Found {
  readonly is: 'data' | 'flag' | 'label' | 'number' | 'words' | 'day';
  /** Of a number; none where it is made by a function. */
  readonly value?: number;
  /** It is a product of factors. */
  readonly isScale?: boolean;
}

export const DATA: Found = { is: 'data' };

export const isData = ({ is }: Found): boolean => is === 'data' || is === 'flag' || is === 'label';

/** Where a value is looked at. */
export interface Place {
  readonly allowed: Allowed;
  /** There are rows of a table to count. */
  readonly hasRows: boolean;
  /** The whole column of the result. */
  readonly item: readonly Node[];
  /** Whether a query within has data. */
  readonly ofQuery: (nodes: readonly Node[]) => boolean;
  readonly look: (nodes: readonly Node[], place: Place) => Found;
}

/** A figure that the query itself holds. The message says so to the planner. */
export class TypedFigure extends Error {}

export function refuse(what: string | number, how = ''): never {
  throw new TypedFigure(`${what} is written into the query${how}`);
}
