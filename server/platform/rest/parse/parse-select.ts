import { Cursor } from './cursor.ts';
import { parseField, parseIdentifier, parseName } from './parse-field.ts';
import { AGGREGATES, type CountItem, type EmbedItem, type FieldItem, type SelectItem } from './query-tree.ts';

/** Each level of embedding is a nested subquery. */
const MAX_DEPTH = 10;
/** Well below PostgreSQL's 1,664, whose error would look like a fault of the server. */
const MAX_ITEMS = 500;
/**
 * Limits how often a column may be selected: one column under five hundred aliases takes five hundred times the
 * memory (a 1 kB request took 3 GB, measured). A JSON path counts as a value of its own.
 */
const MAX_REPEATS = 3;
const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y;
const COUNT = 'count()';

/** Parses `select=id,title,author:profiles!owner_fkey!inner(full_name)`. */
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

/** Identifies the value an item shows, regardless of its alias. */
function sourceOf(item: SelectItem): string {
  if (item.kind === 'star') return '*';
  if (item.kind === 'count') return COUNT;
  const { kind } = item;
  return JSON.stringify(kind === 'embed' ? [item.target, item.hint] : [item.field, item.aggregate?.name]);
}

function parseItem(cursor: Cursor, depth: number): SelectItem {
  if (cursor.eat('...')) {
    return parseEmbed(cursor, { alias: null, target: parseName(cursor), depth, isSpread: true });
  }
  if (cursor.eat('*')) return { kind: 'star' };
  const alias = parseAlias(cursor);
  const start = cursor.at;
  if (cursor.eat(COUNT)) return { kind: 'count', alias, cast: parseCast(cursor) };
  const name = parseName(cursor);
  if (cursor.peek('!') || cursor.peek('(')) {
    return parseEmbed(cursor, { alias, target: name, depth, isSpread: false });
  }
  cursor.at = start;
  return parseColumn(cursor, alias);
}

/** Parses a name followed by a single colon. A double colon is a cast. */
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
  const cast = parseCast(cursor);
  const called = cursor.take(AGGREGATE);
  const name = AGGREGATES.find((known) => called === `.${known}()`);
  const aggregate = name === undefined ? null : { name, cast: parseCast(cursor) };
  return { kind: 'field', field, alias, cast, aggregate };
}

function parseCast(cursor: Cursor): CountItem['cast'] {
  return cursor.eat('::') ? parseIdentifier(cursor) : null;
}

function parseEmbed(
  cursor: Cursor,
  {
    alias,
    target,
    depth,
    isSpread,
  }: { alias: string | null; target: string; depth: number; isSpread: boolean },
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
  return { kind: 'embed', target, alias, hint, isInner, isSpread, items };
}
