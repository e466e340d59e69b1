import { Cursor } from './cursor.ts';
import { parseField, parseName } from './parse-field.ts';
import type { OrderTerm } from './query-tree.ts';

const RELATION = /[^,()]+\(/y;

/** Parses `order=created_at.desc.nullslast,project(name).asc`. */
export function parseOrder(text: string): readonly OrderTerm[] {
  const cursor = new Cursor(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    cursor.skipBlanks();
    terms.push(parseTerm(cursor));
    cursor.skipBlanks();
  } while (cursor.eat(','));
  cursor.expectEnd('delimiter (.), "," or end of input');
  return terms;
}

function parseTerm(cursor: Cursor): OrderTerm {
  RELATION.lastIndex = cursor.at;
  const relation = RELATION.test(cursor.text) ? parseName(cursor) : null;
  if (relation !== null) cursor.expect('(');
  const field = parseField(cursor);
  if (relation !== null) cursor.expect(')');
  return { relation, field, ...parseDirection(cursor) };
}

function parseDirection(cursor: Cursor): Pick<OrderTerm, 'isDescending' | 'nulls'> {
  if (!cursor.eat('.')) return { isDescending: false, nulls: null };
  const direction = cursor.take(/(?:asc|desc)(?=[.,\s]|$)/y);
  if (direction === '') {
    return { isDescending: false, nulls: parseNulls(cursor, '"asc", "desc", "nullsfirst" or "nullslast"') };
  }
  const nulls = cursor.eat('.') ? parseNulls(cursor, '"nullsfirst" or "nullslast"') : null;
  return { isDescending: direction === 'desc', nulls };
}

function parseNulls(cursor: Cursor, expecting: string): 'first' | 'last' {
  if (cursor.eat('nullsfirst')) return 'first';
  if (cursor.eat('nullslast')) return 'last';
  throw cursor.fail(expecting);
}
