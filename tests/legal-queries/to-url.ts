import {
  type Condition,
  type Embed,
  type Field,
  type Item,
  keyOf,
  type Page,
  type Query,
  type Term,
  type Test,
} from './query.ts';

/** The query as a request asks it. */
export function toUrl(query: Query): string {
  const parameters: [string, string][] = [];
  const select = [...itemsOf(query.items), ...query.embeds.map(embedOf)].join(',');
  if (select !== '*') parameters.push(['select', select]);
  parameters.push(...pageOf(query, ''));
  for (const embed of query.embeds) parameters.push(...pageOf(embed, `${keyOf(embed)}.`));
  return new URLSearchParams(parameters).toString();
}

const itemsOf = (items: readonly Item[]): string[] =>
  items.length === 0
    ? ['*']
    : items.map(
        ({ field, alias, cast }) =>
          `${alias === null ? '' : `${alias}:`}${fieldOf(field)}${cast === null ? '' : `::${cast}`}`,
      );

function embedOf(embed: Embed): string {
  const { alias, relation, join, isEmpty, items } = embed;
  const name = `${alias === null ? '' : `${alias}:`}${relation.target}${join === null ? '' : `!${join}`}`;
  return `${name}(${isEmpty ? '' : itemsOf(items).join(',')})`;
}

function pageOf(page: Page, prefix: string): [string, string][] {
  const { conditions, order, limit, offset } = page;
  const parameters = conditions.map((condition) => parameterOf(condition, prefix));
  if (order.length > 0) parameters.push([`${prefix}order`, order.map(termOf).join(',')]);
  if (limit !== null) parameters.push([`${prefix}limit`, String(limit)]);
  if (offset !== null) parameters.push([`${prefix}offset`, String(offset)]);
  return parameters;
}

const fieldOf = ({ column, path }: Field): string =>
  column + path.map(({ arrow, key }) => `${arrow}${key}`).join('');

function termOf({ field, embed, direction, nulls }: Term): string {
  const name = embed === null ? fieldOf(field) : `${keyOf(embed)}(${fieldOf(field)})`;
  return [name, ...(direction ? [direction] : []), ...(nulls ? [`nulls${nulls}`] : [])].join('.');
}

function parameterOf(condition: Condition, prefix: string): [string, string] {
  const not = condition.not ? 'not.' : '';
  if (condition.kind === 'logic') return [`${prefix}${not}${condition.operator}`, groupOf(condition.parts)];
  if (condition.kind === 'presence') return [keyOf(condition.embed), `${not}is.null`];
  return [prefix + fieldOf(condition.field), not + testOf(condition.test, (value) => value)];
}

const groupOf = (parts: readonly Condition[]): string => `(${parts.map(partOf).join(',')})`;

/** Within `and` and `or`, where a comma or a parenthesis would end the value. */
function partOf(condition: Condition): string {
  const not = condition.not ? 'not.' : '';
  if (condition.kind === 'logic') return `${not}${condition.operator}${groupOf(condition.parts)}`;
  if (condition.kind === 'presence') return `${keyOf(condition.embed)}.${not}is.null`;
  return `${fieldOf(condition.field)}.${not}${testOf(condition.test, quoted)}`;
}

function testOf(test: Test, written: (value: string) => string): string {
  switch (test.kind) {
    case 'infix':
      return `${test.operator}.${written(test.value)}`;
    case 'each':
      return `${test.operator}(${test.of}).${written(arrayOf(test.values))}`;
    case 'in':
      return `in.(${test.values.map(quoted).join(',')})`;
    case 'is':
      return `is.${test.value}`;
    case 'search':
      return `${test.operator}(${test.config}).${written(test.value)}`;
  }
}

const quoted = (value: string): string =>
  /^[\w-]+$/.test(value) ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;

/** The literal of an array. */
export const arrayOf = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
