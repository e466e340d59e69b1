import { z } from 'zod';
import type { TableFacts } from '../../../../files/table-facts.ts';
import { isName, isOne, type Token, tokensOf } from '../typed-figures/sql-nodes.ts';

/** How the planner says that two tables belong together. */
export const plannedJoin = z.object({
  left: z.string(),
  right: z.string(),
  /** Pairs that are equal where rows belong together: columns of the two tables, or expressions of them. */
  keys: z.array(z.object({ left: z.string(), right: z.string() })),
});
export type PlannedJoin = Readonly<z.output<typeof plannedJoin>>;

export type KnownTable = Pick<TableFacts, 'name' | 'rows' | 'sample'> & {
  readonly columns: readonly Pick<TableFacts['columns'][number], 'name' | 'type'>[];
};

/** A join whose tables and columns are there. */
export interface Join {
  readonly left: JoinSide;
  readonly right: JoinSide;
}

export interface JoinSide {
  readonly table: KnownTable;
  /** SQL of each part of its key. */
  readonly keys: readonly string[];
}

/** Returns the join, or what is wrong with it, worded for the planner. */
export function toJoin({ left, right, keys }: PlannedJoin, tables: readonly KnownTable[]): Join | string {
  const [one, other] = [left, right].map((name) => findTable(name, tables));
  if (!one || !other)
    return `"joins" names ${one ? right : left}, which is no table: name the tables as they are given, whatever the query calls them`;
  if (keys.length === 0) return `"joins" names no key of ${left} and ${right}`;
  for (const key of keys) {
    const wrong = problemOf(key.left, one) ?? problemOf(key.right, other);
    if (wrong !== null) return wrong;
  }
  return {
    left: { table: one, keys: keys.map((key) => withoutTable(key.left)) },
    right: { table: other, keys: keys.map((key) => withoutTable(key.right)) },
  };
}

const findTable = (name: string, tables: readonly KnownTable[]): KnownTable | undefined =>
  tables.find((table) => table.name === name.trim().toLowerCase());

/** Why a key can't be asked for: it's put into a query of our own. */
function problemOf(key: string, { name, columns }: KnownTable): string | null {
  const tokens = bare(tokensOf(key));
  const isOdd = tokens.some(({ is, text }) => is === 'foreign' || /^(?:select|from|;)$/.test(text));
  if (isOdd || !isBalanced(tokens) || /--|\/\*/.test(key))
    return `"joins": ${key} is neither a column of ${name} nor an expression of one`;
  // Neither a function nor the type of a CAST.
  const isColumn = (token: Token, at: number): boolean =>
    isName(token) && tokens[at + 1]?.text !== '(' && !isOne(token, 'as') && !isOne(tokens[at - 1], 'as');
  const named = tokens.filter(isColumn);
  const known = new Set(columns.map((column) => column.name));
  const unknown = named.find(({ text }) => !known.has(text.toLowerCase()));
  if (unknown) return `"joins": ${name} has no column ${unknown.text}`;
  return named.length > 0 ? null : `"joins": ${key} names no column of ${name}`;
}

function isBalanced(tokens: readonly Token[]): boolean {
  let open = 0;
  for (const { text, is } of tokens) {
    if (is !== 'sign') continue;
    if (text === '(') open += 1;
    if (text === ')') open -= 1;
    if (open < 0 || (text === ',' && open === 0)) return false;
  }
  return open === 0;
}

/** `orders.id` is `id` in a query of orders alone. */
const withoutTable = (key: string): string => write(bare(tokensOf(key)));

/** Tokens without the tables that columns are named with. */
export function bare(tokens: readonly Token[]): Token[] {
  return tokens.filter((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const isDot = ({ is, text }: Token): boolean => is === 'sign' && text === '.';
    if (isDot(token)) return !(before && isName(before) && next && isName(next));
    const after = tokens[at + 2];
    return !(isName(token) && next && isDot(next) && after && isName(after));
  });
}

/** SQL of tokens in one form, so that two of them can be compared. */
export const write = (tokens: readonly Token[]): string =>
  tokens
    .map(({ is, text }) => {
      if (is === 'text') return `'${text.replaceAll("'", "''")}'`;
      return is === 'sign' && text === '==' ? '=' : text.toLowerCase();
    })
    .join(' ');
