import type { Expression, Operator } from './sql-tree.ts';
import { NotFollowed, type TokenReader } from './token-reader.ts';

/** From the loosest to the tightest. All but those of OPERATORS say whether something is so. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  [
    '=',
    '==',
    '<>',
    '!=',
    'is',
    'in',
    'like',
    'glob',
    'match',
    'regexp',
    'between',
    'not',
    'isnull',
    'notnull',
  ],
  ['<', '<=', '>', '>='],
  ['&', '|', '<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
  ['||'],
];
const OPERATORS: readonly Operator[] = ['+', '-', '*', '/', '%', '||'];
const TIGHTER_THAN_TRUTHS = 3;
const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', 'between']);

/** Reads one value. Throws NotFollowed. */
export function parseExpression(reader: TokenReader, level = 0): Expression {
  const signs = LEVELS[level];
  if (signs === undefined) return readUnary(reader);
  if (signs[0] === 'or' && reader.isNext('not') && !reader.isAhead(1, 'exists')) {
    reader.next();
    return { is: 'truth', of: [parseExpression(reader, TIGHTER_THAN_TRUTHS - 1)] };
  }
  let left = parseExpression(reader, level + 1);
  for (;;) {
    const sign = reader.take(...signs);
    if (sign === null) return left;
    const operator = OPERATORS.find((each) => each === sign);
    if (operator !== undefined) {
      left = { is: 'arithmetic', sign: operator, left, right: parseExpression(reader, level + 1) };
      continue;
    }
    const isOrder = ORDERS.has(sign) || (sign === 'not' && reader.isNext('between'));
    left = { is: 'truth', of: [left, ...readRest(reader, sign, level)], isOrder };
  }
}

/** What stands behind a word or sign that compares. */
function readRest(reader: TokenReader, sign: string, level: number): Expression[] {
  const operand = (): Expression => parseExpression(reader, level + 1);
  switch (sign) {
    case 'isnull':
    case 'notnull':
      return [];
    case 'not': {
      const next = reader.take('in', 'like', 'glob', 'match', 'regexp', 'between', 'null');
      if (next === null) throw new NotFollowed('NOT stands where nothing can be denied');
      return next === 'null' ? [] : readRest(reader, next, level);
    }
    case 'is':
      reader.take('not');
      if (reader.take('distinct')) reader.need('from');
      return [operand()];
    case 'between': {
      const from = operand();
      reader.need('and');
      return [from, operand()];
    }
    case 'in':
      if (!reader.isNext('(')) return [operand()];
      return readList(reader);
    case 'like':
    case 'glob': {
      const pattern = operand();
      return reader.take('escape') ? [pattern, operand()] : [pattern];
    }
    default:
      return [reader.isNext('not') ? parseExpression(reader) : operand()];
  }
}

/** In brackets: a query, or values. */
function readList(reader: TokenReader): Expression[] {
  reader.need('(');
  const list: Expression[] = [];
  if (reader.isNext('select', 'with', 'values')) list.push({ is: 'query', query: reader.query() });
  else if (!reader.isNext(')')) {
    do list.push(parseExpression(reader));
    while (reader.take(','));
  }
  reader.need(')');
  return list;
}

function readUnary(reader: TokenReader): Expression {
  if (reader.take('+')) return readUnary(reader);
  if (reader.take('-', '~')) {
    const value = readUnary(reader);
    return value.is === 'number' ? value : { is: 'call', name: 'cast', given: [value] };
  }
  const value = readPrimary(reader);
  if (reader.take('collate')) reader.name();
  return value;
}

function readPrimary(reader: TokenReader): Expression {
  if (reader.isNext('(')) {
    const [first, ...more] = readList(reader);
    if (first === undefined) throw new NotFollowed('brackets are empty');
    return more.length === 0 ? first : { is: 'truth', of: [first, ...more] };
  }
  const token = reader.next();
  if (token.kind === 'number' || token.kind === 'text') return { is: token.kind, text: token.text };
  if (token.kind === 'sign') throw new NotFollowed(`${token.text} stands where a value has to`);
  if (token.kind === 'word') {
    const special = readSpecial(reader, token.text);
    if (special !== null) return special;
  }
  if (reader.isNext('(')) return readCall(reader, token.text.toLowerCase());
  const isQuoted = token.kind === 'quoted';
  if (reader.take('.'))
    return { is: 'column', table: token.text.toLowerCase(), name: reader.name(), isQuoted: false };
  return { is: 'column', table: null, name: isQuoted ? token.text : token.text.toLowerCase(), isQuoted };
}

function readSpecial(reader: TokenReader, word: string): Expression | null {
  switch (word) {
    case 'null':
      return { is: 'nothing' };
    case 'true':
      return { is: 'number', text: '1' };
    case 'false':
      return { is: 'number', text: '0' };
    case 'not':
      return { is: 'truth', of: [readPrimary(reader)] };
    case 'exists':
      return { is: 'truth', of: readList(reader) };
    case 'cast': {
      reader.need('(');
      const value = parseExpression(reader);
      reader.need('as');
      const isOther = reader.isNext('text', 'varchar', 'char', 'character', 'blob');
      reader.skipTo();
      reader.need(')');
      return isOther ? value : { is: 'call', name: 'cast', given: [value] };
    }
    case 'case':
      return readCase(reader);
    default:
      return null;
  }
}

function readCase(reader: TokenReader): Expression {
  const conditions: Expression[] = [];
  const results: Expression[] = [];
  if (!reader.isNext('when')) conditions.push(parseExpression(reader));
  while (reader.take('when')) {
    conditions.push(parseExpression(reader));
    reader.need('then');
    results.push(parseExpression(reader));
  }
  if (reader.take('else')) results.push(parseExpression(reader));
  reader.need('end');
  return { is: 'choice', conditions, results };
}

function readCall(reader: TokenReader, name: string): Expression {
  reader.need('(');
  const given: Expression[] = [];
  reader.take('distinct');
  if (!reader.take('*') && !reader.isNext(')')) {
    do given.push(parseExpression(reader));
    while (reader.take(','));
  }
  // The order in which an aggregate takes its values.
  reader.skipTo();
  reader.need(')');
  if (reader.take('filter')) reader.skipBrackets();
  if (reader.take('over')) {
    if (reader.isNext('(')) reader.skipBrackets();
    else reader.name();
  }
  if (name === 'iif' || name === 'if') {
    return { is: 'choice', conditions: given.slice(0, 1), results: given.slice(1) };
  }
  return { is: 'call', name, given };
}
