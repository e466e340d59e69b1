import { invalidRange, unparsable } from '../respond/request-errors.ts';
import { Cursor } from './cursor.ts';
import { parseField, parseName } from './parse-field.ts';
import { parseLogic } from './parse-logic.ts';
import { parseOperation, parseWholeValue } from './parse-operation.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import type { EmbedPath, Field, Filter, Query } from './query-tree.ts';

const STAR = [{ kind: 'star' }] as const;
/** Parameters that may follow an embed path: `project.order=name`. */
const EMBEDDABLE = new Set(['order', 'limit', 'offset', 'and', 'or']);

export interface ParseOptions {
  /** True if a parameter is an argument of the called function. Tables have none. */
  readonly isArgument?: (name: string, value: string) => boolean;
}

/** Parses a query string by the contract's grammar. Throws RestError PGRST100 or PGRST103. */
export function parseQuery(search: URLSearchParams, { isArgument }: ParseOptions = {}): Query {
  const query = {
    select: STAR as Query['select'],
    conditions: [] as Mutable<Query['conditions']>,
    orders: [] as Mutable<Query['orders']>,
    limits: [] as Mutable<Query['limits']>,
    offsets: [] as Mutable<Query['offsets']>,
    columns: null as Query['columns'],
    onConflict: null as Query['onConflict'],
    args: [] as Mutable<Query['args']>,
  };
  for (const [key, value] of search) {
    const last = key.slice(key.lastIndexOf('.') + 1);
    if (isArgument?.(key, value)) query.args.push([key, value]);
    else if (key === 'select') query.select = parseSelect(value);
    else if (key === 'columns') query.columns = parseNames(value, 'columns parameter');
    else if (key === 'on_conflict') query.onConflict = parseNames(value, 'on_conflict parameter');
    else if (EMBEDDABLE.has(last)) addClause(query, { last, key, value });
    else query.conditions.push(parseFilter(key, value));
  }
  return query;
}

type Mutable<T> = T extends readonly (infer Item)[] ? Item[] : never;

function addClause(
  query: {
    conditions: Mutable<Query['conditions']>;
    orders: Mutable<Query['orders']>;
    limits: Mutable<Query['limits']>;
    offsets: Mutable<Query['offsets']>;
  },
  { last, key, value }: { last: string; key: string; value: string },
): void {
  const path = parsePath(key);
  if (last === 'order') query.orders.push({ path, terms: parseOrder(value) });
  else if (last === 'limit') query.limits.push({ path, limit: parseLimit(value) });
  else if (last === 'offset')
    query.offsets.push({ path, offset: Math.max(0, parseInteger(value, 'offset')) });
  else {
    const operator = path.includes('not') ? `not.${last}` : last;
    query.conditions.push({
      path: path.filter((name) => name !== 'not'),
      condition: parseLogic(operator, value),
    });
  }
}

/** Returns the names before the last one. */
function parsePath(key: string): EmbedPath {
  const cursor = new Cursor(key, 'tree path');
  const names = [parseName(cursor)];
  while (cursor.eat('.')) names.push(parseName(cursor));
  cursor.expectEnd('delimiter (.) or end of input');
  return names.slice(0, -1);
}

function parseFilter(key: string, value: string): { path: EmbedPath; condition: Filter } {
  const keyCursor = new Cursor(key, 'tree path');
  const path: string[] = [];
  let field: Field = parseField(keyCursor);
  while (field.path.length === 0 && keyCursor.eat('.')) {
    path.push(field.column);
    field = parseField(keyCursor);
  }
  keyCursor.expectEnd('delimiter (.) or end of input');
  const cursor = new Cursor(value, 'filter');
  const condition: Filter = { kind: 'filter', field, ...parseOperation(cursor, parseWholeValue) };
  cursor.expectEnd();
  return { path, condition };
}

function parseNames(value: string, purpose: string): string[] {
  const cursor = new Cursor(value, purpose);
  const names = new Set<string>();
  do {
    cursor.skipBlanks();
    names.add(parseName(cursor));
    cursor.skipBlanks();
  } while (cursor.eat(','));
  cursor.expectEnd('"," or end of input');
  return [...names];
}

function parseLimit(value: string): number {
  const limit = parseInteger(value, 'limit');
  if (limit < 0) throw invalidRange('Limit should be greater than or equal to zero.');
  return limit;
}

/** Rejects numbers beyond 2^53, which would silently lose precision. */
function parseInteger(value: string, name: string): number {
  const number = /^-?[0-9]+$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw unparsable(`failed to parse ${name} (${value})`, 1, 'expecting an integer');
}
