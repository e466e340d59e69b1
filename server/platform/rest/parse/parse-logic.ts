import { Cursor } from './cursor.ts';
import { parseField } from './parse-field.ts';
import { parseInnerValue, parseOperation } from './parse-operation.ts';
import type { Condition, Filter, Logic } from './query-tree.ts';

/** Limits recursion here and in the planner; deeper than any form on a screen needs. */
const MAX_DEPTH = 20;
const GROUP = /(?:not\.)?(?:and|or)[ \t]*\(/y;

/** Parses the value of `or=`, `not.and=` and so on; `operator` is that name without the relation prefix. */
export function parseLogic(operator: string, value: string): Condition {
  const cursor = new Cursor(operator + value, 'logic tree', value);
  const condition = parseGroup(cursor, 0);
  cursor.expectEnd();
  return condition;
}

function parseCondition(cursor: Cursor, depth: number): Condition {
  cursor.skipBlanks();
  GROUP.lastIndex = cursor.at;
  return GROUP.test(cursor.text) ? parseGroup(cursor, depth) : parseFilter(cursor);
}

function parseGroup(cursor: Cursor, depth: number): Logic {
  if (depth >= MAX_DEPTH) throw cursor.failWith(`conditions may be nested ${MAX_DEPTH} levels deep`);
  const isNegated = cursor.eat('not.');
  const joiner = cursor.take(/and|or/y) === 'and' ? 'and' : 'or';
  cursor.skipBlanks();
  cursor.expect('(');
  const conditions: Condition[] = [];
  do {
    conditions.push(parseCondition(cursor, depth + 1));
    cursor.skipBlanks();
  } while (cursor.eat(','));
  cursor.expect(')', '"," or ")"');
  cursor.skipBlanks();
  return { kind: 'logic', joiner, isNegated, conditions };
}

function parseFilter(cursor: Cursor): Filter {
  if (cursor.peek(')')) {
    throw cursor.fail('field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)');
  }
  const field = parseField(cursor);
  cursor.expect('.', 'delimiter (.)');
  return { kind: 'filter', field, ...parseOperation(cursor, parseInnerValue) };
}
