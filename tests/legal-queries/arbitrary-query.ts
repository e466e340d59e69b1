import fc from 'fast-check';
import { CASTS, kindAt, PATHS, testFor } from './arbitrary-values.ts';
import {
  type Condition,
  type Embed,
  type Field,
  fieldName,
  type Item,
  keyOf,
  type Page,
  type Query,
  type Relation,
  type Term,
} from './query.ts';
import { kindOf, TABLES, tableOf } from './tables.ts';

/** Queries that PostgREST's documentation allows, with an order that leaves no two rows equal. */
export const legalQuery: fc.Arbitrary<Query> = fc
  .constantFrom(...Object.keys(TABLES))
  .chain((table) => embedsOf(table).chain((embeds) => queryOf(table, embeds)));

/** What a write may say of the rows that it changes, by conditions, and of those that it answers with. */
export const legalWrite = (table: string): fc.Arbitrary<Query> =>
  fc.record({
    table: fc.constant(table),
    items: itemsOf(table),
    conditions: fc.array(conditionOf(table, []), { minLength: 1, maxLength: 2 }),
    order: fc.constant([]),
    limit: fc.constant(null),
    offset: fc.constant(null),
    embeds: embedsOf(table),
  });

const queryOf = (table: string, embeds: readonly Embed[]): fc.Arbitrary<Query> => {
  const presence = embeds.map((embed) =>
    fc.boolean().map((not): Condition => ({ kind: 'presence', not, embed })),
  );
  const related = embeds.flatMap((embed) => (isOrderable(embed) ? [termBy(embed)] : []));
  return pageOf(table, presence, related).map((page) => ({ ...page, embeds }));
};

/** To sort by a column of an embed, that column has to be among those it selects, under its own name. */
const isOrderable = (embed: Embed): boolean =>
  embed.relation.isToOne && !embed.isEmpty && embed.items.length === 0;

const termBy = (embed: Embed): fc.Arbitrary<Term> =>
  termOf(plainField(embed.table)).map((term) => ({ ...term, embed }));

function pageOf(
  table: string,
  presence: readonly fc.Arbitrary<Condition>[] = [],
  related: readonly fc.Arbitrary<Term>[] = [],
): fc.Arbitrary<Page> {
  return fc.record({
    table: fc.constant(table),
    items: itemsOf(table),
    conditions: fc.array(conditionOf(table, presence), { maxLength: 2 }),
    order: orderOf(table, related),
    limit: fc.option(fc.nat({ max: 12 }), { freq: 1 }),
    // Seldom, and seldom far: behind the last row there is nothing to compare.
    offset: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.nat({ max: 3 }) },
    ),
  });
}

/** No more than three: the server lets a list name one column three times. */
const itemsOf = (table: string): fc.Arbitrary<Item[]> =>
  fc.uniqueArray(itemOf(table), {
    maxLength: 3,
    selector: ({ field, alias }) => alias ?? fieldName(field),
  });

const itemOf = (table: string): fc.Arbitrary<Item> =>
  fieldOf(table).chain((field) =>
    fc.record({
      field: fc.constant(field),
      // Also names of other columns: filters and orders still mean the columns.
      alias: fc.option(fc.constantFrom('x', 'First', 'two_words', ...Object.keys(tableOf(table).columns))),
      cast: fc.option(fc.constantFrom(...CASTS[kindAt(kindOf(table, field.column), field.path)]), {
        freq: 3,
      }),
    }),
  );

const plainField = (table: string): fc.Arbitrary<Field> =>
  fc.constantFrom(...Object.keys(tableOf(table).columns)).map((column) => ({ column, path: [] }));

const fieldOf = (table: string): fc.Arbitrary<Field> =>
  plainField(table).chain(({ column }) => {
    const paths = PATHS[kindOf(table, column)] ?? [];
    return fc.constantFrom([], ...paths).map((path) => ({ column, path }));
  });

const testCondition = (table: string): fc.Arbitrary<Condition> =>
  fieldOf(table).chain((field) =>
    fc.record({
      kind: fc.constant('test' as const),
      not: fc.boolean(),
      field: fc.constant(field),
      test: testFor(kindAt(kindOf(table, field.column), field.path)),
    }),
  );

const conditionOf = (table: string, presence: readonly fc.Arbitrary<Condition>[]): fc.Arbitrary<Condition> =>
  fc.letrec<{ condition: Condition; logic: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 5, arbitrary: testCondition(table) },
      ...presence.map((arbitrary) => ({ weight: 1, arbitrary })),
      { weight: 2, arbitrary: tie('logic') },
    ),
    logic: fc.record({
      kind: fc.constant('logic' as const),
      not: fc.boolean(),
      operator: fc.constantFrom('and', 'or'),
      parts: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
    }),
  })).condition;

const termOf = (field: fc.Arbitrary<Field>): fc.Arbitrary<Term> =>
  fc.record({
    field,
    embed: fc.constant(null),
    direction: fc.constantFrom('asc', 'desc', null),
    nulls: fc.constantFrom('first', 'last', null),
  });

/** Ends with the key. */
function orderOf(table: string, related: readonly fc.Arbitrary<Term>[]): fc.Arbitrary<Term[]> {
  const term = fc.oneof({ weight: 2, arbitrary: termOf(fieldOf(table)) }, ...related);
  const key = fc.tuple(...tableOf(table).key.map((column) => termOf(fc.constant({ column, path: [] }))));
  return fc.tuple(fc.array(term, { maxLength: 2 }), key).map((terms) => terms.flat());
}

const embedsOf = (table: string): fc.Arbitrary<Embed[]> =>
  fc.uniqueArray(
    fc.constantFrom(...tableOf(table).relations).chain((relation) => embedOf(table, relation)),
    {
      maxLength: 2,
      selector: keyOf,
    },
  );

function embedOf(parent: string, relation: Relation): fc.Arbitrary<Embed> {
  // An embed needs a key other than those of the columns.
  const alias = fc.constantFrom('near', 'far');
  const settings = fc.record({
    alias: relation.name in tableOf(parent).columns ? alias : fc.option(alias),
    join: fc.constantFrom('inner', 'left', null),
    isEmpty: fc.nat({ max: 5 }).map((number) => number === 0),
  });
  return fc.tuple(pageOf(relation.table), settings).map(([page, chosen]) => ({
    ...page,
    ...(relation.isToOne ? { limit: null, offset: null, order: [] } : {}),
    ...chosen,
    relation,
  }));
}
