import { aggregatesNotAllowed, notImplemented } from '../respond/request-errors.ts';
import { Cursor } from './cursor.ts';
import { parseField, parseIdentifier, parseName } from './parse-field.ts';
import type { EmbedItem, FieldItem, SelectItem } from './query-tree.ts';

/** Each level of embedding is a subquery inside a subquery. */
const MAX_DEPTH = 10;
/** Well below PostgreSQL's 1,664, whose error would look like a fault of the server. */
const MAX_ITEMS = 500;
/**
 * One column under five hundred names would be five hundred times the memory: a request of 1 kB took 3 GB (measured).
 * A path into JSON is another value than its column.
 */
const MAX_REPEATS = 3;
const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y;

/** `select=id,title,author:profiles!owner_fkey!inner(full_name)`. */
export function parseSelect(text: string): readonly SelectItem[] {
  const cursor = new Cursor(text, 'select parameter');
  if (text.trim() === '') return [];
  const items = parseItems(cursor, 0);
  cursor.expectEnd('letter, digit, "-", "->>", "->", "::", ")", "," or end of input');
  return items;
}

function parseItems(cursor: Cursor, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  const repeats = new Map<string, number>();
  do {
    cursor.skipBlanks();
    const item = parseItem(cursor, depth);
    items.push(item);
    const repeat = (repeats.get(sourceOf(item)) ?? 0) + 1;
    repeats.set(sourceOf(item), repeat);
    if (repeat > MAX_REPEATS) throw cursor.failWith(`a list may name one thing ${MAX_REPEATS} times`);
    cursor.skipBlanks();
    if (items.length > MAX_ITEMS) throw cursor.failWith(`a list may have ${MAX_ITEMS} items`);
  } while (cursor.eat(','));
  return items;
}

/** What an item shows, whatever it calls it. */
function sourceOf(item: SelectItem): string {
  if (item.kind === 'star') return '*';
  return JSON.stringify(item.kind === 'embed' ? [item.target, item.hint] : item.field);
}

function parseItem(cursor: Cursor, depth: number): SelectItem {
  if (cursor.peek('...')) throw notImplemented('Spread embeds (...relation) are not supported');
  if (cursor.eat('*')) return { kind: 'star' };
  const alias = parseAlias(cursor);
  const start = cursor.at;
  if (cursor.peek('count()')) throw aggregatesNotAllowed();
  const name = parseName(cursor);
  if (cursor.peek('!') || cursor.peek('(')) return parseEmbed(cursor, { alias, target: name, depth });
  cursor.at = start;
  return parseColumn(cursor, alias);
}

/** A name with a single colon behind it. A double colon is a cast. */
function parseAlias(cursor: Cursor): string | null {
  const start = cursor.at;
  const name = parseName(cursor);
  if (cursor.peek(':') && !cursor.peek('::')) {
    cursor.at += 1;
    return name;
  }
  cursor.at = start;
  return null;
}

function parseColumn(cursor: Cursor, alias: string | null): FieldItem {
  const field = parseField(cursor);
  const cast = cursor.eat('::') ? parseIdentifier(cursor) : null;
  if (cursor.take(AGGREGATE) !== '') throw aggregatesNotAllowed();
  return { kind: 'field', field, alias, cast };
}

function parseEmbed(
  cursor: Cursor,
  { alias, target, depth }: { alias: string | null; target: string; depth: number },
): EmbedItem {
  if (depth >= MAX_DEPTH) throw cursor.failWith(`embeds may be nested ${MAX_DEPTH} levels deep`);
  let hint: string | null = null;
  let isInner = false;
  for (let hints = 0; hints < 2 && cursor.eat('!'); hints += 1) {
    const word = parseName(cursor);
    if (word === 'inner') isInner = true;
    else if (word !== 'left') hint ??= word;
  }
  cursor.expect('(');
  cursor.skipBlanks();
  const items = cursor.peek(')') ? [] : parseItems(cursor, depth + 1);
  cursor.expect(')', 'letter, digit, "-", "->>", "->", "::", ")" or ","');
  return { kind: 'embed', target, alias, hint, isInner, items };
}
