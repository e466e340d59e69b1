import { NUMBER_AGGREGATES } from '../../../../files/number-aggregates.ts';
import type { TableFacts } from '../../../../files/table-facts.ts';
import {
  argumentsOf,
  branchesOf,
  type Group,
  isGroup,
  isName,
  isOne,
  isQuery,
  type Node,
  splitAt,
  type Token,
} from './sql-nodes.ts';

const words = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));
/** Functions that calculate with their arguments. */
const NUMERIC: ReadonlySet<string> = new Set([
  ...NUMBER_AGGREGATES,
  ...words('abs ceil ceiling exp floor ln log log10 mod pow power round sign sqrt trunc'),
]);
/** Functions that return one of their arguments. */
const SAME = words(
  'coalesce first_value ifnull iif lag last_value lead lower ltrim max min nth_value nullif rtrim trim upper',
);
const NUMBERS = /^(?:int|real|num|dec|float|double)/;
const ARITHMETIC = ['+', '-', '*', '/', '%'];
const ORDERS = ['<', '>', '<=', '>='];
const TRUTHS = [...ORDERS, '=', '==', '<>', '!=', 'is', 'in', 'like', 'glob', 'between', 'not'];

/**
 * Finds the first text or day column that a query calculates with or compares to a number. SQLite would silently take a
 * text's leading digits, and compare letter by letter.
 */
export function findReckonedText(
  nodes: readonly Node[],
  tokens: readonly Token[],
  tables: readonly Pick<TableFacts, 'columns'>[],
  labels: ReadonlySet<string>,
): string | null {
  const texts = new Set([...textColumns(tables), ...labels]);
  for (const [at, { text, is }] of tokens.entries()) {
    const named = tokens[at + 1];
    if (isOne({ is, text }, 'as') && isName(named) && texts.has(tokens[at - 1]?.text.toLowerCase() ?? ''))
      texts.add(named.text.toLowerCase());
  }
  return findIn(nodes, texts, false);
}

function textColumns(tables: readonly Pick<TableFacts, 'columns'>[]): string[] {
  const columns = tables.flatMap((table) => table.columns);
  const numbers = new Set(columns.filter(({ type }) => type === 'number').map(({ name }) => name));
  return columns.map(({ name }) => name).filter((name) => !numbers.has(name));
}

function findIn(nodes: readonly Node[], texts: ReadonlySet<string>, isReckoned: boolean): string | null {
  for (const [at, node] of nodes.entries()) {
    const by = nodes[isOne(nodes[at - 1], '.') ? at - 3 : at - 1];
    const behind = nodes[at + 1];
    const isCompared = isOne(by, ...TRUTHS) || isOne(behind, ...TRUTHS);
    const isHere =
      (isReckoned && !isCompared) ||
      isOne(by, ...ARITHMETIC) ||
      isOne(behind, ...ARITHMETIC) ||
      isAgainstNumber(nodes, at, by);
    const found = isGroup(node)
      ? findInGroup(node, texts, isHere)
      : isHere && isName(node) && !isOne(behind, '.') && texts.has(node.text.toLowerCase())
        ? node.text
        : null;
    if (found !== null) return found;
  }
  return null;
}

/** Whether it's compared by order with a number, on either side. */
function isAgainstNumber(nodes: readonly Node[], at: number, by: Node | undefined): boolean {
  const isNumber = (node: Node | undefined): boolean =>
    node !== undefined && !isGroup(node) && node.is === 'number';
  const next = isOne(nodes[at + 1], 'not') ? at + 2 : at + 1;
  const isLeft = isOne(nodes[next], ...ORDERS, 'between') && isNumber(nodes[next + 1]);
  return (
    isLeft || (isOne(by, ...ORDERS) && isNumber(nodes[nodes.indexOf(by ?? { is: 'sign', text: '' }) - 1]))
  );
}

function findInGroup(group: Group, texts: ReadonlySet<string>, isReckoned: boolean): string | null {
  const { is, head, nodes, tail } = group;
  const within = (some: readonly (readonly Node[])[], how: boolean): string | null =>
    some.map((each) => findIn(each, texts, how)).find((found) => found !== null) ?? null;
  if (is === 'case') {
    const { results, conditions } = branchesOf(group);
    return within(conditions, false) ?? within(results, isReckoned);
  }
  const aside = findIn(tail, texts, false);
  if (aside !== null || isQuery(nodes)) return aside ?? findIn(nodes, texts, false);
  if (head === 'cast') {
    const [value = [], type = []] = splitAt(nodes, (node) => isOne(node, 'as')).map((piece) => piece.nodes);
    const [kind] = type;
    const name = kind === undefined ? '' : isGroup(kind) ? kind.head : kind.text;
    return findIn(value, texts, NUMBERS.test(name));
  }
  return within(argumentsOf(nodes), NUMERIC.has(head) || (isReckoned && (head === '' || SAME.has(head))));
}
