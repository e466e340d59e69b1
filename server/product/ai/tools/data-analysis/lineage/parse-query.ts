import { parseExpression } from './parse-expression.ts';
import { tokensOf } from './sql-tokens.ts';
import type { Arm, Expression, NamedQuery, Query, ResultColumn, Source } from './sql-tree.ts';
import { NotFollowed, TokenReader } from './token-reader.ts';

const UNIONS = ['union', 'intersect', 'except'] as const;
const AFTER_FROM = ['where', 'group', 'having', 'order', 'limit', 'window', ...UNIONS, ';'] as const;
const JOINS = ['join', 'natural', 'left', 'right', 'full', 'inner', 'cross', 'outer'] as const;

/** What a query is made of. Throws NotFollowed; whether it is right, SQLite says. */
export function parseQuery(sql: string): Query {
  const reader = new TokenReader(tokensOf(sql), readQuery);
  const query = readQuery(reader);
  if (reader.peek() !== undefined) throw new NotFollowed('it goes on behind its end');
  return query;
}

function readQuery(reader: TokenReader): Query {
  const named: NamedQuery[] = [];
  if (reader.take('with')) {
    reader.take('recursive');
    do named.push(readNamed(reader));
    while (reader.take(','));
  }
  const arms = readArms(reader);
  while (reader.take(...UNIONS)) {
    reader.take('all');
    arms.push(...readArms(reader));
  }
  reader.skipTo(';');
  reader.take(';');
  return { named, arms };
}

function readNamed(reader: TokenReader): NamedQuery {
  const name = reader.name();
  let columns: string[] | null = null;
  if (reader.take('(')) {
    columns = [];
    do columns.push(reader.name());
    while (reader.take(','));
    reader.need(')');
  }
  reader.need('as');
  reader.take('not');
  reader.take('materialized');
  reader.need('(');
  const query = reader.query();
  reader.need(')');
  return { name, columns, query };
}

function readArms(reader: TokenReader): Arm[] {
  if (reader.take('values')) return readRows(reader);
  reader.need('select');
  reader.take('distinct', 'all');
  const columns: ResultColumn[] = [];
  do columns.push(readColumn(reader, columns.length));
  while (reader.take(','));
  const from = reader.take('from') ? readSources(reader) : [];
  const conditions = [readCondition(reader, 'where'), readCondition(reader, 'having')].flat();
  reader.skipTo(...UNIONS, ';');
  return [{ columns, from, conditions }];
}

/** What follows this word. A condition that cannot be read keeps no query from being followed. */
function readCondition(reader: TokenReader, word: 'where' | 'having'): Expression[] {
  reader.skipTo(word, 'having', ...UNIONS, ';');
  const condition = reader.take(word) === null ? null : reader.attempt((each) => parseExpression(each));
  return condition === null ? [] : [condition];
}

function readRows(reader: TokenReader): Arm[] {
  const rows: Arm[] = [];
  do {
    reader.need('(');
    const columns: ResultColumn[] = [];
    do columns.push({ name: `column${columns.length + 1}`, value: parseExpression(reader) });
    while (reader.take(','));
    reader.need(')');
    rows.push({ columns, from: [], conditions: [] });
  } while (reader.take(','));
  return rows;
}

function readColumn(reader: TokenReader, at: number): ResultColumn {
  if (reader.take('*')) return { allOf: null };
  if (reader.isAhead(1, '.') && reader.isAhead(2, '*')) {
    const allOf = reader.name();
    reader.next();
    reader.next();
    return { allOf };
  }
  const value = parseExpression(reader);
  const alias = readAlias(reader, ['from', ',', ')', ...AFTER_FROM]);
  return { value, name: alias ?? (value.is === 'column' ? value.name : `column_${at + 1}`) };
}

function readAlias(reader: TokenReader, ends: readonly string[]): string | null {
  if (reader.take('as')) return reader.name();
  const token = reader.peek();
  if (token === undefined || token.kind === 'sign' || token.kind === 'number') return null;
  return reader.isNext(...ends) ? null : reader.name();
}

function readSources(reader: TokenReader): Source[] {
  const found: Source[] = [];
  const ends = [',', ')', 'on', 'using', 'indexed', 'not', ...JOINS, ...AFTER_FROM];
  for (;;) {
    found.push(...readSource(reader, ends));
    reader.skipTo(',', ...JOINS, ...AFTER_FROM);
    const isMore = reader.take(',', ...JOINS) !== null;
    if (!isMore) return found;
    while (reader.take(...JOINS)) continue;
  }
}

function readSource(reader: TokenReader, ends: readonly string[]): Source[] {
  if (reader.take('(')) {
    if (!reader.isNext('select', 'with', 'values')) {
      const inner = readSources(reader);
      reader.need(')');
      return inner;
    }
    const query = reader.query();
    reader.need(')');
    return [{ of: query, name: readAlias(reader, ends) ?? '' }];
  }
  let table = reader.name();
  if (reader.take('.')) table = reader.name();
  return [{ of: table, name: readAlias(reader, ends) ?? table }];
}
