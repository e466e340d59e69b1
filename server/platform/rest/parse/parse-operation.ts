import { INFIX_OPERATORS, QUANTIFIABLE, REGULAR_OPERATORS, SEARCH_OPERATORS } from '../operators.ts';
import { arrayLiteral } from '../sql/array-literal.ts';
import type { Cursor } from './cursor.ts';
import { parseQuoted } from './parse-field.ts';
import { IS_VALUES, type IsValue, type Operation } from './query-tree.ts';
import { assertCheapPatterns } from './regular-expression.ts';

const OPERATOR = 'operator (eq, gt, ...)';

/**
 * Parses `eq.5`, `not.in.(a,b)`, `fts(english).cat`. `parseValue` reads a single value, which ends differently inside
 * `or=(…)`.
 */
export function parseOperation(
  cursor: Cursor,
  parseValue: (cursor: Cursor) => string,
): { readonly isNegated: boolean; readonly operation: Operation } {
  const start = cursor.at;
  const isNegated = cursor.eat('not.');
  if (cursor.eat('in.')) return { isNegated, operation: { kind: 'in', values: parseList(cursor) } };
  if (cursor.eat('is.')) return { isNegated, operation: { kind: 'is', value: parseIsValue(cursor) } };
  const operator = cursor.take(/[^.(,)]*/y);
  const modifier = cursor.eat('(') ? cursor.take(/[^)]*/y) : null;
  if (modifier !== null) cursor.expect(')');
  if (!cursor.eat('.')) {
    cursor.at = start;
    throw cursor.fail(`"not" or ${OPERATOR}`);
  }
  const operation = toOperation({ cursor, operator, modifier });
  return { isNegated, operation: assertCheap({ ...operation, value: parseValue(cursor) }, cursor) };
}

/**
 * Rejects expensive patterns. A list is re-serialized, so that the checked patterns are the ones that run. Throws
 * 2201B.
 */
function assertCheap(operation: SingleValue, cursor: Cursor): SingleValue {
  if (operation.kind !== 'infix' || !REGULAR_OPERATORS.has(operation.operator)) return operation;
  const patterns = operation.quantifier === null ? [operation.value] : parseArrayLiteral(operation.value);
  if (patterns === null) throw cursor.failWith('malformed list of patterns');
  assertCheapPatterns(patterns);
  return operation.quantifier === null ? operation : { ...operation, value: arrayLiteral(patterns) };
}

type SingleValue = Extract<Operation, { kind: 'infix' | 'search' }>;

function toOperation(found: {
  readonly cursor: Cursor;
  readonly operator: string;
  readonly modifier: string | null;
}): SingleValue {
  const { cursor, operator, modifier } = found;
  if (SEARCH_OPERATORS.has(operator) && modifier !== '')
    return { kind: 'search', operator, config: modifier, value: '' };
  if (INFIX_OPERATORS.has(operator)) {
    if (modifier === null) return { kind: 'infix', operator, quantifier: null, value: '' };
    if (QUANTIFIABLE.has(operator) && (modifier === 'any' || modifier === 'all')) {
      return { kind: 'infix', operator, quantifier: modifier, value: '' };
    }
  }
  throw cursor.failWith(
    `unknown single value operator ${operator}${modifier === null ? '' : `(${modifier})`}`,
  );
}

function parseIsValue(cursor: Cursor): IsValue {
  const word = cursor.take(/[a-z_]+/iy);
  const value = IS_VALUES.find((known) => known === word.toLowerCase());
  if (value !== undefined) return value;
  cursor.at -= word.length;
  throw cursor.fail('isVal: (null, not_null, true, false, unknown)');
}

function parseList(cursor: Cursor): string[] {
  cursor.skipBlanks();
  cursor.expect('(');
  cursor.skipBlanks();
  const values = [parseElement(cursor)];
  while (cursor.eat(',')) values.push(parseElement(cursor));
  cursor.expect(')', '"," or ")"');
  cursor.skipBlanks();
  return values.length === 1 && values[0] === '' ? [] : values;
}

/** Parses a list element. A quoted text counts as quoted only if `,` or `)` follows. */
function parseElement(cursor: Cursor): string {
  return tryQuoted(cursor) ?? cursor.take(/[^,)]*/y);
}

function tryQuoted(cursor: Cursor): string | null {
  const start = cursor.at;
  if (cursor.take(/"(?:[^"\\]|\\[^])*"(?=[,)]|$)/y) === '') return null;
  cursor.at = start;
  return parseQuoted(cursor);
}

/** Parses the value of a filter that is its own parameter: the rest of the text. */
export function parseWholeValue(cursor: Cursor): string {
  return cursor.take(/[^]*/y);
}

/** Parses the value of a filter inside `or=(…)`: quoted, an array in braces, or everything up to `,` or `)`. */
export function parseInnerValue(cursor: Cursor): string {
  return tryQuoted(cursor) ?? (cursor.take(/\{[^{}]*\}/y) || cursor.take(/[^,)]*/y));
}

/** Parses a flat array literal such as `{a,"b c"}`; null if it isn't one. */
export function parseArrayLiteral(text: string): string[] | null {
  const inner = /^\{([^]*)\}$/.exec(text)?.[1];
  if (inner === undefined) return null;
  if (inner.trim() === '') return [];
  const element = /\s*(?:"((?:[^"\\]|\\[^])*)"|([^",{}\s\\][^",{}\\]*))\s*(,|$)/y;
  const texts: string[] = [];
  for (;;) {
    const found = element.exec(inner);
    if (found === null) return null;
    texts.push(found[1]?.replace(/\\([^])/g, '$1') ?? (found[2] ?? '').trimEnd());
    if (found[3] === '') return texts;
  }
}
