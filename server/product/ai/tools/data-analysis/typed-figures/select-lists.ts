import { COUNTS } from './check-call.ts';
import { checkValue } from './check-value.ts';
import { type Allowed, isData, refuse } from './found.ts';
import {
  argumentsOf,
  deep,
  isGroup,
  isName,
  isOne,
  isQuery,
  type Node,
  splitAt,
  toText,
} from './sql-nodes.ts';

/**
 * Checks each column of each SELECT at any depth, and conditions only for their subqueries. Throws a TypedFigure;
 * returns whether a column comes from a table.
 */
export function assertNoFigures(nodes: readonly Node[], allowed: Allowed): boolean {
  let hasData = false;
  for (const { list, rest, hasRows } of selectsOf(nodes)) {
    for (const item of argumentsOf(list)) {
      const ofQuery = (inner: readonly Node[]): boolean => assertNoFigures(inner, allowed);
      const found = checkValue(item, { allowed, hasRows, item, ofQuery, look: checkValue });
      const name = item.at(-1);
      if (found.is === 'number' || found.is === 'day') refuse(toText(item));
      if (found.is === 'label' && isName(name)) allowed.labels.add(name.text.toLowerCase());
      hasData ||= isData(found);
    }
    const isCounted = deep(list).some((node) => isGroup(node) && COUNTS.has(node.head));
    for (const node of deep(rest)) {
      // EXISTS asks for rows, not for their content.
      if (!isGroup(node) || !isQuery(node.nodes) || node.head === 'exists') continue;
      if (isCounted) assertRows(node.nodes, allowed);
      assertNoFigures(node.nodes, allowed);
    }
  }
  return hasData;
}

/** Requires that counted rows are those of a table, not as many as a LIMIT says. */
function assertRows(nodes: readonly Node[], { isGiven }: Allowed): void {
  if (selectsOf(nodes).some(({ hasRows }) => !hasRows)) refuse(toText(nodes), ', as a row that it counts');
  const limit = nodes[nodes.findIndex((node) => isOne(node, 'limit')) + 1];
  if (!nodes.some((node) => isOne(node, 'limit')) || limit === undefined || isGroup(limit)) return;
  if (limit.text !== '1' && !isGiven(Number(limit.text)))
    refuse(limit.text, ', as the number of rows that it counts');
}

const CLAUSES = ['from', 'where', 'group', 'having', 'order', 'limit', 'window'];

/** Splits a level into its SELECT lists and their sources. WITH counts as a source. */
function selectsOf(
  nodes: readonly Node[],
): { readonly list: readonly Node[]; readonly rest: readonly Node[]; readonly hasRows: boolean }[] {
  const selects = splitAt(nodes, (node) => isOne(node, 'union', 'intersect', 'except'));
  return selects.map(({ nodes: part }) => {
    const start = part.findIndex((node) => isOne(node, 'select'));
    const length = part.slice(start).findIndex((node) => isOne(node, ...CLAUSES));
    const end = length === -1 ? part.length : start + length;
    return {
      list: part.slice(start + 1, end),
      rest: [...part.slice(0, Math.max(0, start)), ...part.slice(end)],
      hasRows: isOne(part[end], 'from'),
    };
  });
}
