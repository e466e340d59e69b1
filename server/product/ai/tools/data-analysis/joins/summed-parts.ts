import {
  argumentsOf,
  branchesOf,
  deep,
  type Group,
  isGroup,
  isName,
  isOne,
  isQuery,
  type Node,
} from '../typed-figures/sql-nodes.ts';

export interface Named {
  /** How the query calls its table; null if it's named without one. */
  readonly alias: string | null;
  readonly column: string;
}

/** Columns that make the amount, and those that only say which rows it's taken of. */
export interface Parts {
  readonly values: readonly Named[];
  readonly conditions: readonly Named[];
}

const COMPARES = '= == <> != < > <= >= like glob in is between not isnull notnull and or'.split(' ');

/**
 * Tells what an aggregate adds up from what it asks for: in `sum(case when o.paid = 1 then c.credit end)` the credit. A
 * comparison alone is 1 or 0 for each row, and so counts rows.
 */
export function partsOf({ head, nodes, tail }: Group): Parts {
  const isDistinct = isOne(nodes[0], 'distinct');
  const [value = []] = argumentsOf(isDistinct ? nodes.slice(1) : nodes);
  const filter = namesIn(tail);
  const { values, conditions } = partsIn(value);
  // `count(a = b)` counts what is known of both.
  if (head === 'count' && value.some(isComparison)) return { values: conditions, conditions: filter };
  return { values, conditions: [...conditions, ...filter] };
}

const isComparison = (node: Node): boolean => isOne(node, ...COMPARES);

function partsIn(nodes: readonly Node[]): Parts {
  if (nodes.some(isComparison)) return { values: [], conditions: namesIn(nodes) };
  const inner = nodes
    .filter(isGroup)
    .filter((node) => !isQuery(node.nodes))
    .map(partsOfGroup);
  const own = namesAt(nodes);
  return {
    values: [...own, ...inner.flatMap(({ values }) => values)],
    conditions: inner.flatMap(({ conditions }) => conditions),
  };
}

function partsOfGroup(group: Group): Parts {
  if (group.is === 'case') {
    const { results, conditions } = branchesOf(group);
    return withConditions(results.map(partsIn), conditions.flatMap(namesIn));
  }
  const [first = [], ...others] = argumentsOf(group.nodes);
  return group.head === 'iif'
    ? withConditions(others.map(partsIn), namesIn(first))
    : withConditions([first, ...others].map(partsIn), []);
}

const withConditions = (parts: readonly Parts[], conditions: readonly Named[]): Parts => ({
  values: parts.flatMap(({ values }) => values),
  conditions: [...parts.flatMap((part) => part.conditions), ...conditions],
});

const namesIn = (nodes: readonly Node[]): Named[] => [
  ...namesAt(nodes),
  ...deep(nodes).flatMap((node) => (isGroup(node) && !isQuery(node.nodes) ? namesAt(node.nodes) : [])),
];

/** Columns at one depth: neither tables before a dot nor the type of a CAST. */
export function namesAt(nodes: readonly Node[]): Named[] {
  return nodes.flatMap((node, at): Named[] => {
    if (!isName(node) || isOne(nodes[at + 1], '.') || isOne(nodes[at - 1], 'as')) return [];
    const before = isOne(nodes[at - 1], '.') ? nodes[at - 2] : undefined;
    return [{ alias: isName(before) ? before.text.toLowerCase() : null, column: node.text.toLowerCase() }];
  });
}
