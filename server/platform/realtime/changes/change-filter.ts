import { parseExact } from '#server/lib/exact-json.ts';
import type { DatabaseRole } from '../../db/caller.ts';
import { type Database, DatabaseError } from '../../db/database.ts';
import type { TimeAllowance } from '../socket/limits.ts';
import { compareDecimals } from './compare-decimals.ts';
import type { Column, PublishedTable } from './published-tables.ts';
import {
  PATTERN_OPERATORS,
  PatternError,
  type PatternOperator,
  readPattern,
  TooDearError,
} from './text-pattern.ts';

/** A subscription's filter on changed rows. */
export interface ChangeFilter {
  readonly columns: readonly string[];
  /** Null: undecidable, because a pattern couldn't be evaluated. */
  matches(row: Readonly<Record<string, unknown>>): boolean | null;
}

/** The message is shown to the subscriber. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'is',
  'isdistinct',
  ...PATTERN_OPERATORS,
] as const;
type Operator = (typeof OPERATORS)[number];

interface Condition {
  readonly column: string;
  readonly negated: boolean;
  readonly operator: Operator;
  readonly values: readonly string[];
}

type Test = (value: unknown) => boolean | null;

/** Types whose JSON form sorts like the type, some with the help of `orderable`. */
const ORDERED =
  /^(int[248]|float[48]|numeric|oid|text|varchar|bpchar|name|uuid|date|timestamp|timestamptz|bool)$/;
const TEXT = /^(text|varchar|bpchar|name|citext)$/;
const NUMERIC = /^(int[248]|float[48]|numeric|oid)$/;
const CONDITION = new RegExp(`^([^=,()"]+)=(not\\.)?([a-z]+)\\.(.*)$`, 's');
/** A comma only separates conditions if another one follows: `title=eq.a,b` means the text `a,b`. */
const NEXT_CONDITION = new RegExp(`^,[A-Za-z_][\\w$]*=(not\\.)?[a-z]+\\.`);
const MAX_VALUES = 100;
const MAX_CONDITIONS = 20;

/**
 * Parses a filter such as `user_id=eq.1`. The database casts the values, so that `=eq.TRUE` and `=gt.2024-01-01` mean
 * the same as in SQL. Throws FilterError.
 * @param asker role of the subscriber; columns it may not read count as missing. `allowance` is charged for patterns
 */
export async function readFilter(
  database: Database,
  table: PublishedTable,
  text: string,
  { role, allowance }: { readonly role: DatabaseRole; readonly allowance: TimeAllowance },
): Promise<ChangeFilter> {
  const conditions = splitConditions(text).map(parseCondition);
  if (conditions.length > MAX_CONDITIONS) {
    throw new FilterError(`a filter may have ${MAX_CONDITIONS} conditions`);
  }
  const tests: { column: string; test: Test }[] = [];
  for (const condition of conditions) {
    const column = table.columns.find(({ name }) => name === condition.column);
    if (!column?.readableBy.has(role)) throw new FilterError(`invalid column for filter ${condition.column}`);
    const { operator, values } = condition;
    const [literal = ''] = values;
    const test = isPattern(operator)
      ? patternTest(operator, literal, column, allowance)
      : testOf(
          operator,
          literal,
          column,
          operator === 'is' ? [] : await castValues(database, column, values),
        );
    tests.push({ column: column.name, test: condition.negated ? not(test) : test });
  }
  return {
    columns: tests.map(({ column }) => column),
    matches: (row) => allHold(tests, row),
  };
}

/** A condition that fails decides, even next to an undecidable one. */
function allHold(
  tests: readonly { column: string; test: Test }[],
  row: Readonly<Record<string, unknown>>,
): boolean | null {
  let isUnknown = false;
  for (const { column, test } of tests) {
    try {
      if (test(row[column] ?? null) !== true) return false;
    } catch (error) {
      if (!(error instanceof TooDearError)) throw error;
      isUnknown = true;
    }
  }
  return isUnknown ? null : true;
}

function splitConditions(text: string): string[] {
  const parts: string[] = [];
  let [start, depth, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted && char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === '(') depth += 1;
    else if (!quoted && char === ')') depth -= 1;
    else if (!quoted && depth === 0 && char === ',' && NEXT_CONDITION.test(text.slice(at, at + 200))) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function parseCondition(text: string): Condition {
  const [, column = '', negation, operator = '', value = ''] = CONDITION.exec(text) ?? [];
  if (column === '') throw new FilterError(`filter ${text} is not of the form column=operator.value`);
  if (!isOperator(operator)) throw new FilterError(`filter operator ${operator} is not supported`);
  const values = operator === 'in' ? parseList(value) : [unquote(value)];
  return { column, negated: negation !== undefined, operator, values };
}

function isPattern(operator: Operator): operator is PatternOperator {
  return PATTERN_OPERATORS.some((pattern) => pattern === operator);
}

function isOperator(text: string): text is Operator {
  return OPERATORS.some((operator) => operator === text);
}

function parseList(text: string): string[] {
  const inner = /^\((.*)\)$/s.exec(text)?.[1];
  if (inner === undefined) throw new FilterError('filter operator in takes a list such as in.(1,2)');
  const items = inner.match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? [];
  if (items.length === 0 || items.length > MAX_VALUES) {
    throw new FilterError(`filter operator in takes 1 to ${MAX_VALUES} values`);
  }
  return items.map(unquote);
}

function unquote(text: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)?.[1];
  return inner === undefined ? text : inner.replace(/\\(.)/gs, '$1');
}

/** Casts values to JSON in the outbox's format. */
async function castValues(database: Database, column: Column, values: readonly string[]): Promise<unknown[]> {
  try {
    const rows = await database.query<{ value: string | null }>(
      // The type's name comes from the catalogue, already quoted by the database.
      `select to_jsonb(v::${column.sqlType})::text as value from unnest($1::text[]) with ordinality as t (v, place) order by place`,
      [values],
    );
    return rows.map(({ value }) => (value === null ? null : parseExact(value)));
  } catch (error) {
    const isBadValue = error instanceof DatabaseError && error.code.startsWith('22');
    throw isBadValue ? new FilterError(error.message) : error;
  }
}

function testOf(
  operator: Exclude<Operator, PatternOperator>,
  literal: string,
  column: Column,
  values: readonly unknown[],
): Test {
  const [value] = values;
  const isSame = sameness(column);
  switch (operator) {
    case 'is':
      return testIs(literal);
    case 'eq':
      return unlessNull((actual) => isSame(actual, value));
    case 'neq':
      return unlessNull((actual) => !isSame(actual, value));
    case 'isdistinct':
      return (actual) => !isSame(actual, value);
    case 'in':
      return unlessNull((actual) => values.some((wanted) => isSame(actual, wanted)));
    case 'lt':
      return comparing(column, value, (order) => order < 0);
    case 'lte':
      return comparing(column, value, (order) => order <= 0);
    case 'gt':
      return comparing(column, value, (order) => order > 0);
    case 'gte':
      return comparing(column, value, (order) => order >= 0);
  }
}

function patternTest(
  operator: PatternOperator,
  text: string,
  column: Column,
  allowance: TimeAllowance,
): Test {
  if (!TEXT.test(column.type)) {
    throw new FilterError(`filter on ${column.name}: type ${column.type} has no patterns`);
  }
  try {
    const pattern = readPattern(operator, text, allowance);
    return unlessNull((actual) => pattern.test(String(actual)));
  } catch (error) {
    throw error instanceof PatternError
      ? new FilterError(`filter on ${column.name}: ${error.message}`)
      : error;
  }
}

function testIs(literal: string): Test {
  const wanted = new Map<string, boolean | null>([
    ['null', null],
    ['unknown', null],
    ['true', true],
    ['false', false],
  ]).get(literal.toLowerCase());
  if (wanted === undefined) throw new FilterError('filter operator is takes null, true, false or unknown');
  return (actual) => actual === wanted;
}

const unlessNull =
  (test: (value: unknown) => boolean): Test =>
  (value) =>
    value === null ? null : test(value);

const not =
  (test: Test): Test =>
  (value) => {
    const result = test(value);
    return result === null ? null : !result;
  };

function sameness(column: Column): (left: unknown, right: unknown) => boolean {
  return (left, right) => {
    if (left === right) return true;
    if (left === null || right === null) return false;
    // Equal moments can differ as text, since the offset depends on the writer's time zone. So can numbers: 1.5 and
    // 1.50.
    if (column.type === 'timestamptz' || NUMERIC.test(column.type)) return compare(column, left, right) === 0;
    return JSON.stringify(left) === JSON.stringify(right);
  };
}

function comparing(column: Column, value: unknown, accept: (order: number) => boolean): Test {
  if (!ORDERED.test(column.type)) {
    throw new FilterError(`filter on ${column.name}: type ${column.type} has no order`);
  }
  return unlessNull((actual) => accept(compare(column, actual, value)));
}

/** Compares text by code point; the database's collation may order it differently. */
function compare({ type }: Column, left: unknown, right: unknown): number {
  if (NUMERIC.test(type)) return compareDecimals(digitsOf(left), digitsOf(right));
  const [own, bound] =
    type === 'timestamptz'
      ? [Date.parse(String(left)), Date.parse(String(right))]
      : [String(left), String(right)];
  return own < bound ? -1 : own > bound ? 1 : 0;
}

/** JSON encodes `NaN` and `Infinity` as strings. */
const digitsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
