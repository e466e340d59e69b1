import type { EmbedItem, FieldItem, OrderTerm, SelectItem } from '../parse/query-tree.ts';
import { aggregatesNotAllowed, notEmbedded, relatedOrderNotToOne } from '../respond/request-errors.ts';
import { embeddedTwice } from '../respond/schema-errors.ts';
import type { ExposedSchema, Table } from '../schema/schema.ts';
import { freshAlias } from './aliases.ts';
import { planCast } from './casts.ts';
import { assertEmbedded, type Clauses, clausesBelow, ownClauses } from './clauses.ts';
import { findRelation } from './find-relation.ts';
import { planCondition, type Scope } from './plan-condition.ts';
import { keyOf, type Level, levelOf, planField } from './plan-field.ts';
import type {
  Embed,
  PlannedCondition,
  PlannedItem,
  PlannedOrder,
  ReadPlan,
  RowArgument,
} from './read-plan.ts';

interface Place {
  readonly table: Table;
  readonly alias: string;
  readonly depth: number;
  readonly takeRow: Level['takeRow'];
  /** Aliases of all levels above: one used twice would make SQL compare a row with itself. */
  readonly taken: ReadonlySet<string>;
}

/** Finds every name of a query in the catalogue, from the given table downwards. Throws RestError. */
export function planRead(
  schema: ExposedSchema,
  table: Table,
  query: {
    readonly select: readonly SelectItem[];
    readonly clauses: Clauses;
    /** False where the rows come from a write or a function. */
    readonly isFromTable?: boolean;
  },
): ReadPlan {
  const alias = table.name;
  let keepsRow = false;
  const takeRow = (): RowArgument => {
    keepsRow = query.isFromTable === false;
    return { alias, isKept: keepsRow };
  };
  const place = { table, alias, takeRow, depth: 0, taken: new Set([alias]) };
  const plan = planLevel(schema, place, query.select, query.clauses);
  return { ...plan, keepsRow };
}

function planLevel(
  schema: ExposedSchema,
  place: Place,
  select: readonly SelectItem[],
  clauses: Clauses,
): ReadPlan {
  const embedItems = select.filter((item) => item.kind === 'embed');
  assertEmbedded(clauses, embedItems.map(nameOf));
  assertDistinct(place, embedItems);
  const embeds = new Map(
    embedItems.map((item) => [
      nameOf(item),
      planEmbed(schema, place, item, clausesBelow(clauses, nameOf(item))),
    ]),
  );
  const scope: Scope = { ...place, embeds };
  const own = ownClauses(clauses);
  const joined = embedItems.filter((item) => item.isInner);
  return {
    table: place.table,
    alias: place.alias,
    items: select.flatMap((item) => planItem(scope, item, isCount(select, place))),
    conditions: [
      ...own.conditions.map(({ condition }) => planCondition(scope, condition)),
      ...joined.flatMap((item) => requireEmbed(embeds.get(nameOf(item)))),
    ],
    order: own.orders.flatMap(({ terms }) => terms.map((term) => planOrder(scope, term))),
    limit: own.limits.at(-1)?.limit ?? null,
    offset: own.offsets.at(-1)?.offset ?? 0,
    keepsRow: false,
  };
}

/** Filters, orders and pages find an embed by its name: under one name, the last one would stand in for the others. */
function assertDistinct({ table, depth }: Place, items: readonly EmbedItem[]): void {
  const names = new Set<string>();
  for (const name of items.map(nameOf)) {
    if (names.has(name)) throw embeddedTwice(table, name, depth + 1);
    names.add(name);
  }
}

const nameOf = (item: EmbedItem): string => item.alias ?? item.target;

function requireEmbed(embed: Embed | undefined): PlannedCondition[] {
  return embed === undefined ? [] : [{ kind: 'exists', embed, isNegated: false }];
}

function planEmbed(schema: ExposedSchema, parent: Place, item: EmbedItem, clauses: Clauses): Embed {
  const relation = findRelation(schema, parent.table, item);
  const table = schema.tables.get(relation.target);
  if (table === undefined) throw notEmbedded(relation.target);
  const depth = parent.depth + 1;
  const alias = freshAlias(table.name, depth, parent.taken);
  const junction = relation.kind === 'many-to-many' ? relation.junction : table.name;
  const junctionAlias = freshAlias(junction, depth, new Set([...parent.taken, alias]));
  const taken = new Set([...parent.taken, alias, junctionAlias]);
  const place = { ...levelOf(table, alias), depth, taken };
  const plan = planLevel(schema, place, item.items, clauses);
  const isComputed = relation.kind === 'computed';
  const isToOne = isComputed ? relation.isSingle : relation.kind.endsWith('-to-one');
  const row = isComputed ? parent.takeRow() : { alias: parent.alias, isKept: false };
  return { relation, isToOne, parent: row, junctionAlias, plan };
}

/** `rel(count)` alone, on a table that has no such column. Anywhere else a count would have to group. */
function isCount(select: readonly SelectItem[], place: Place): boolean {
  return place.depth > 0 && select.length === 1 && !place.table.columns.has('count');
}

function planItem(scope: Scope, item: SelectItem, mayCount: boolean): PlannedItem[] {
  const { table, embeds } = scope;
  if (item.kind === 'star') return [...table.columns.keys()].map((name) => plainItem(scope, name));
  if (item.kind === 'embed') {
    const embed = embeds.get(nameOf(item));
    // `rel()` joins for the sake of a filter and shows nothing.
    return embed === undefined || item.items.length === 0
      ? []
      : [{ kind: 'embed', key: nameOf(item), embed }];
  }
  if (isCountField(item, table)) {
    if (!mayCount) throw aggregatesNotAllowed();
    return [{ kind: 'count', key: item.alias ?? 'count' }];
  }
  const field = planField(scope, item.field);
  return [
    { kind: 'field', key: item.alias ?? keyOf(item.field), field, cast: item.cast && planCast(item.cast) },
  ];
}

function isCountField({ field, cast }: FieldItem, table: Table): boolean {
  return field.column === 'count' && field.path.length === 0 && cast === null && !table.columns.has('count');
}

function plainItem(scope: Scope, column: string): PlannedItem {
  const field = planField(scope, { column, path: [] });
  return { kind: 'field', key: column, field, cast: null };
}

function planOrder(scope: Scope, term: OrderTerm): PlannedOrder {
  const { isDescending, nulls, relation } = term;
  if (relation === null) {
    return { field: planField(scope, term.field), embed: null, isDescending, nulls };
  }
  const embed = scope.embeds.get(relation);
  if (embed === undefined) throw notEmbedded(relation);
  if (!embed.isToOne) throw relatedOrderNotToOne(scope.table.name, relation);
  const level = levelOf(embed.plan.table, embed.plan.alias);
  return { field: planField(level, term.field), embed, isDescending, nulls };
}
