import type { Cursor } from './cursor.ts';
import type { Field, JsonStep } from './query-tree.ts';

const WORD = /[\p{L}0-9_ $]+/uy;
const DIGITS = /-?[0-9]+(?=->|::|[.,)]|$)/y;
const NAME = 'field name (* or [a..z0..9_$])';

/** Parses a name: words joined by single dashes, or anything in double quotes. */
export function parseName(cursor: Cursor, expecting = NAME): string {
  if (cursor.peek('"')) return parseQuoted(cursor);
  const words = [takeWord(cursor, expecting)];
  while (cursor.peek('-') && !cursor.peek('->')) {
    cursor.at += 1;
    words.push(takeWord(cursor, 'letter, digit or "_ $"'));
  }
  return words.join('-');
}

function takeWord(cursor: Cursor, expecting: string): string {
  const word = cursor.take(WORD);
  if (word === '') throw cursor.fail(expecting);
  return word.trim();
}

/** Parses a double-quoted text; a backslash escapes the next character. */
export function parseQuoted(cursor: Cursor): string {
  cursor.expect('"');
  const raw = cursor.take(/(?:[^"\\]|\\[^])*/y);
  cursor.expect('"');
  return raw.replace(/\\([^])/g, '$1');
}

/** Parses a plain word, such as a type or a text search configuration. */
export function parseIdentifier(cursor: Cursor): string {
  return takeWord(cursor, 'letter or digit');
}

/** Parses `column`, `column->key`, `column->0->>key`. */
export function parseField(cursor: Cursor): Field {
  cursor.skipBlanks();
  const column = parseName(cursor);
  const path: JsonStep[] = [];
  while (cursor.peek('->')) path.push(parseStep(cursor));
  cursor.skipBlanks();
  return { column, path };
}

function parseStep(cursor: Cursor): JsonStep {
  const asText = cursor.eat('->>');
  if (!asText) cursor.expect('->');
  const index = cursor.take(DIGITS);
  if (index !== '') return { key: index, isIndex: true, asText };
  if (cursor.peek('-')) {
    cursor.at += 1;
    throw cursor.fail('digit');
  }
  return { key: parseName(cursor), isIndex: false, asText };
}
