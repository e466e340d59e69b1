import type { Query } from '../parse/query-tree.ts';
import { notEmbedded } from '../respond/request-errors.ts';

/** Filters, orders and pages of a query, each with the path to the embed it applies to. */
export type Clauses = Pick<Query, 'conditions' | 'orders' | 'limits' | 'offsets'>;

interface Placed {
  readonly path: readonly string[];
}

/** Selects the clauses of this level. */
export function ownClauses(clauses: Clauses): Clauses {
  return mapClauses(clauses, (list) => list.filter(({ path }) => path.length === 0));
}

/** Selects the clauses of the named embed, with paths relative to it. */
export function clausesBelow(clauses: Clauses, name: string): Clauses {
  return mapClauses(clauses, (list) =>
    list.filter(({ path }) => path[0] === name).map((item) => ({ ...item, path: item.path.slice(1) })),
  );
}

/** Throws PGRST108 for a clause on something that isn't in `select`; it would be dropped silently otherwise. */
export function assertEmbedded(clauses: Clauses, names: readonly string[]): void {
  const { conditions, orders, limits, offsets } = clauses;
  for (const { path } of [...conditions, ...orders, ...limits, ...offsets]) {
    const [first] = path;
    if (first !== undefined && !names.includes(first)) throw notEmbedded(first);
  }
}

function mapClauses(clauses: Clauses, map: <T extends Placed>(list: readonly T[]) => T[]): Clauses {
  return {
    conditions: map(clauses.conditions),
    orders: map(clauses.orders),
    limits: map(clauses.limits),
    offsets: map(clauses.offsets),
  };
}
