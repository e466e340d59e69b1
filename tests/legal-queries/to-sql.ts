import {
  type Condition,
  type Embed,
  type Field,
  fieldName,
  type Item,
  keyOf,
  type Page,
  type Query,
  type Step,
  type Term,
  type Test,
} from './query.ts';
import { arrayOf } from './to-url.ts';

/**
 * The query as somebody would write it by hand, from the documentation of PostgREST: subqueries where the server
 * joins, literals where it has parameters, so that the two can hardly have a fault in common.
 */
export function toSql(query: Query): string {
  const rows = [`select ${[...itemsOf(query.items, 't'), ...query.embeds.flatMap(shown)].join(', ')}`];
  rows.push(`from board.${query.table} t`);
  const inner = query.embeds.filter(({ join }) => join === 'inner').map((embed) => found(embed));
  const where = [...query.conditions.map((condition) => conditionOf(condition, 't')), ...inner];
  const filter = where.length === 0 ? '' : `where ${where.join(' and ')}`;
  rows.push(filter, ending(query, 't'));
  return `select (select coalesce(json_agg(r), '[]')::text from (${rows.join(' ')}) r) as body,
    (select count(*)::int from board.${query.table} t ${filter}) as total`;
}

const itemsOf = (items: readonly Item[], alias: string): string[] =>
  items.length === 0
    ? [`${alias}.*`]
    : items.map((item) => {
        const value = fieldOf(item.field, alias);
        const name = item.alias ?? fieldName(item.field);
        return `${item.cast === null ? value : `cast(${value} as ${item.cast})`} as "${name}"`;
      });

/** The embed as a column of its parent. */
function shown(embed: Embed): string[] {
  if (embed.isEmpty) return [];
  const rows = `(${rowsOf(embed)}) e`;
  const value = embed.relation.isToOne
    ? `(select row_to_json(e) from ${rows})`
    : `(select coalesce(json_agg(e), '[]') from ${rows})`;
  return [`${value} as "${keyOf(embed)}"`];
}

const found = (embed: Embed): string => `exists (${rowsOf(embed, '1')})`;

/** The rows of an embed that belong to the row `t`. */
function rowsOf(embed: Embed, what = itemsOf(embed.items, 'e').join(', ')): string {
  const on = embed.relation.on.replaceAll('outer_row', 't').replaceAll('inner_row', 'e');
  const where = [on, ...embed.conditions.map((condition) => conditionOf(condition, 'e'))];
  return `select ${what} from board.${embed.table} e where ${where.join(' and ')} ${ending(embed, 'e')}`;
}

function ending({ order, limit, offset }: Page, alias: string): string {
  const terms = order.map((term) => termOf(term, alias)).join(', ');
  return [
    order.length === 0 ? '' : `order by ${terms}`,
    limit === null ? '' : `limit ${limit}`,
    offset === null ? '' : `offset ${offset}`,
  ].join(' ');
}

function termOf({ field, embed, direction, nulls }: Term, alias: string): string {
  const value = embed === null ? fieldOf(field, alias) : `(${rowsOf(embed, fieldOf(field, 'e'))})`;
  return `${value} ${direction ?? ''} ${nulls === null ? '' : `nulls ${nulls}`}`;
}

const fieldOf = ({ column, path }: Field, alias: string): string =>
  path.length === 0 ? `${alias}."${column}"` : `(to_jsonb(${alias}."${column}")${path.map(stepOf).join('')})`;

const stepOf = ({ arrow, key }: Step): string =>
  arrow + (typeof key === 'number' ? `(${key})` : literal(key));

function conditionOf(condition: Condition, alias: string): string {
  const not = condition.not ? 'not ' : '';
  if (condition.kind === 'presence') return `${not}(not ${found(condition.embed)})`;
  if (condition.kind === 'logic') {
    const parts = condition.parts.map((part) => conditionOf(part, alias));
    return `${not}(${parts.join(` ${condition.operator} `)})`;
  }
  return `${not}(${testOf(condition.test, fieldOf(condition.field, alias))})`;
}

const INFIX = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  isdistinct: 'is distinct from',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;

const SEARCH = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

const IS = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
} as const;

function testOf(test: Test, value: string): string {
  switch (test.kind) {
    case 'infix':
      return `${value} ${INFIX[test.operator]} ${literal(starred(test.operator, test.value))}`;
    case 'each': {
      const values = literal(arrayOf(test.values.map((each) => starred(test.operator, each))));
      return `${value} ${INFIX[test.operator]} ${test.of} (${values})`;
    }
    case 'in':
      // SQL has no empty list; nothing is in it, and that is false of null too. PostgREST takes `in.("")` for one.
      return test.values.every((each, at) => at === 0 && each === '')
        ? 'false'
        : `${value} in (${test.values.map(literal).join(', ')})`;
    case 'is':
      return `${value} ${IS[test.value]}`;
    case 'search': {
      const config = literal(test.config);
      return `to_tsvector(${config}, ${value}) @@ ${SEARCH[test.operator]}(${config}, ${literal(test.value)})`;
    }
  }
}

const starred = (operator: string, value: string): string =>
  operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;

/** Of no type yet: PostgreSQL takes that of the column. */
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;
