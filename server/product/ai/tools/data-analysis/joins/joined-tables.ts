import { NUMBER_AGGREGATES } from '../../../../files/number-aggregates.ts';
import {
  deep,
  isGroup,
  isName,
  isOne,
  isQuery,
  type Node,
  nodesOf,
  splitAt,
  tokensOf,
} from '../typed-figures/sql-nodes.ts';

/** A table in a FROM clause, with its rows as they are. */
export interface Joined {
  readonly table: string;
  /** How the query calls it; empty if a subquery has it. */
  readonly alias: string;
  /** How the query calls that subquery. */
  readonly through: string;
}

/** A SELECT that puts tables together. */
export interface JoinClause {
  readonly list: readonly Node[];
  readonly tables: readonly Joined[];
  /** Rows are put together by more than equal keys: by a period, or by what is greater. */
  readonly isNarrowed: boolean;
  /** Rows without one of the other table are there, too. */
  readonly isOuter: boolean;
  /** What is grouped, chosen and ordered by. */
  readonly after: readonly Node[];
}

/** Functions of many rows: after them, each group has one. */
const AGGREGATES: ReadonlySet<string> = new Set([
  ...NUMBER_AGGREGATES,
  ...'count min max group_concat string_agg'.split(' '),
]);
const CLAUSES = ['where', 'group', 'having', 'order', 'limit', 'window'];

/**
 * Finds the SELECTs at any depth whose FROM has rows of two tables or more. What is grouped or added up before has no rows
 * of its table any more, and what a UNION puts below each other is looked at in its own parts alone.
 */
export function joinClauses(sql: string, known: ReadonlySet<string>): JoinClause[] {
  const nodes = nodesOf(tokensOf(sql));
  const named = namedQueries(nodes);
  const clauses: JoinClause[] = [];
  const visit = (level: readonly Node[]): void => {
    for (const select of selectsOf(level)) {
      const tables = tablesIn(select.from, { known, named, depth: 0 });
      const isNarrowed = deep(select.from).some((node) => isOne(node, 'between', '<', '>', '<=', '>='));
      const isOuter = select.from.some((node) => isOne(node, 'left', 'right', 'full'));
      const { list, after } = select;
      if (tables.length > 1) clauses.push({ list, tables, isNarrowed, isOuter, after });
    }
    for (const node of level) if (isGroup(node)) visit(node.nodes);
  };
  visit(nodes);
  return clauses;
}

/** Names of queries, of a WITH or within FROM, which are no tables. */
export function queryNames(sql: string): ReadonlySet<string> {
  const nodes = nodesOf(tokensOf(sql));
  return new Set([...namedQueries(nodes).keys(), ...subqueryNames(nodes)]);
}

const subqueryNames = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node, at) => {
    if (!isGroup(node)) return [];
    const name = nodes[isOne(nodes[at + 1], 'as') ? at + 2 : at + 1];
    const own = isQuery(node.nodes) && isName(name) ? [name.text.toLowerCase()] : [];
    return [...own, ...subqueryNames(node.nodes)];
  });

interface Select {
  readonly list: readonly Node[];
  readonly from: readonly Node[];
  readonly isGrouped: boolean;
  readonly after: readonly Node[];
}

function selectsOf(level: readonly Node[]): Select[] {
  return splitAt(level, (node) => isOne(node, 'union', 'intersect', 'except')).flatMap(({ nodes }) => {
    const start = nodes.findIndex((node) => isOne(node, 'select'));
    const from = nodes.findIndex((node, at) => at > start && isOne(node, 'from'));
    if (start === -1 || from === -1) return [];
    const end = nodes.findIndex((node, at) => at > from && isOne(node, ...CLAUSES));
    const list = nodes.slice(start + 1, from);
    const isGrouped =
      nodes.some((node) => isOne(node, 'group')) || isOne(list[0], 'distinct') || list.some(isAddedUp);
    const after = end === -1 ? [] : nodes.slice(end);
    return [{ list, from: nodes.slice(from + 1, end === -1 ? undefined : end), isGrouped, after }];
  });
}

/** An aggregate that isn't a window, which keeps its rows. */
function isAddedUp(node: Node): boolean {
  if (!isGroup(node)) return false;
  if (isQuery(node.nodes)) return false;
  const isWindow = node.tail.length > 0 && !isOne(node.tail[0], 'where');
  return (AGGREGATES.has(node.head) && !isWindow) || node.nodes.some(isAddedUp);
}

/** Queries of a WITH by their names. */
function namedQueries(nodes: readonly Node[]): ReadonlyMap<string, readonly Node[]> {
  const named = new Map<string, readonly Node[]>();
  for (const [at, node] of nodes.entries()) {
    if (!isGroup(node) || !isQuery(node.nodes) || !isOne(nodes[at - 1], 'as')) continue;
    const name = nodes[at - 2];
    if (isName(name)) named.set(name.text.toLowerCase(), node.nodes);
    // `name(columns) as (…)`
    else if (isGroup(name)) named.set(name.head, node.nodes);
  }
  return named;
}

interface Known {
  readonly known: ReadonlySet<string>;
  readonly named: ReadonlyMap<string, readonly Node[]>;
  readonly depth: number;
}

const DEPTH_MAX = 10;

function tablesIn(from: readonly Node[], about: Known): Joined[] {
  if (about.depth > DEPTH_MAX) return [];
  const within = { ...about, depth: about.depth + 1 };
  return splitAt(from, (node) => isOne(node, ',', 'join')).flatMap(({ nodes }): Joined[] => {
    const [first, second, third] = nodes;
    const after = isOne(second, 'as') ? third : second;
    const alias = isName(after) ? after.text.toLowerCase() : '';
    if (isGroup(first)) {
      if (isQuery(first.nodes)) return rowsOf(first.nodes, alias, within);
      return first.head === '' ? tablesIn(first.nodes, within) : [];
    }
    if (!isName(first)) return [];
    const name = first.text.toLowerCase();
    const query = about.named.get(name);
    if (query !== undefined) return rowsOf(query, alias || name, within);
    if (!about.known.has(name)) return [];
    return [{ table: name, alias: alias || name, through: '' }];
  });
}

/** Tables whose rows a subquery passes on. */
function rowsOf(query: readonly Node[], through: string, about: Known): Joined[] {
  const selects = selectsOf(query);
  const [select] = selects;
  if (selects.length !== 1 || select === undefined || select.isGrouped) return [];
  return tablesIn(select.from, about).map(({ table }) => ({ table, alias: '', through }));
}
