import type { EmbedItem, FieldItem, OrderTerm, SelectItem } from '../parse/query-tree.ts';
import {
  aggregatesNotAllowed,
  notEmbedded,
  notImplemented,
  relatedOrderNotToOne,
} from '../respond/request-errors.ts';
import { embeddedTwice } from '../respond/schema-errors.ts';
import type { ExposedSchema, Table } from '../schema/schema.ts';
import { freshAlias, freshColumn } from './aliases.ts';
import { planCast } from './casts.ts';
import { assertEmbedded, type Clauses, clausesBelow, ownClauses } from './clauses.ts';
import { findRelation } from './find-relation.ts';
import { isGrouped, keysOf } from './grouping.ts';
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
import { assertFewKeys, createShownColumns, type ShowColumn } from './shown-columns.ts';

interface Place {
  readonly table: Table;
  readonly alias: string;
  readonly depth: number;
  readonly takeRow: Level['takeRow'];
  readonly allowsAggregates: boolean;
  readonly show: ShowColumn;
  readonly isSpread: boolean;
  /** Aliases of all outer levels: a duplicate would shadow the outer one, so SQL would compare a row with itself. */
  readonly taken: ReadonlySet<string>;
}

/** Resolves every name of a query in the catalogue, starting from the given table. Throws RestError. */
export function planRead(
  schema: ExposedSchema,
  table: Table,
  query: {
    readonly select: readonly SelectItem[];
    readonly clauses: Clauses;
    /** False if the rows come from a write or a function. */
    readonly isFromTable?: boolean;
  },
): ReadPlan {
  const alias = table.name;
  let keptRow: string | null = null;
  const takeRow = (): RowArgument => {
    if (query.isFromTable === false) keptRow = freshColumn('_row', table);
    return { alias, keptRow };
  };
  const { allowsAggregates } = schema;
  const taken = new Set([alias]);
  const show = createShownColumns();
  const place = { table, alias, takeRow, depth: 0, taken, allowsAggregates, show, isSpread: false };
  const plan = planLevel(schema, place, query.select, query.clauses);
  return { ...plan, keptRow };
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
  const scope = { ...place, embeds };
  const own = ownClauses(clauses);
  const joined = embedItems.filter((item) => item.isInner);
  const mayCount = place.allowsAggregates || isCount(select, place);
  const items = select.flatMap((item) => planItem(scope, item, mayCount));
  assertFewKeys(items);
  return {
    table: place.table,
    alias: place.alias,
    items,
    conditions: [
      ...own.conditions.map(({ condition }) => planCondition(scope, condition)),
      ...joined.flatMap((item) => requireEmbed(embeds.get(nameOf(item)))),
    ],
    order: own.orders.flatMap(({ terms }) => terms.map((term) => planOrder(scope, term))),
    limit: own.limits.at(-1)?.limit ?? null,
    offset: own.offsets.at(-1)?.offset ?? 0,
    keptRow: null,
  };
}

/**
 * Rejects duplicate embed names: filters, orders and pages find an embed by name, so the last one would shadow the
 * others.
 */
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
  const { allowsAggregates, show } = parent;
  const place = { ...levelOf(table, alias), depth, taken, allowsAggregates, show, isSpread: item.isSpread };
  const plan = planLevel(schema, place, item.items, clauses);
  const isComputed = relation.kind === 'computed';
  const isToOne = isComputed ? relation.isSingle : relation.kind.endsWith('-to-one');
  if (item.isSpread && !isToOne && isGrouped(plan.items)) throw notImplemented(NO_AGGREGATE_OF_MANY);
  const row = isComputed ? parent.takeRow() : { alias: parent.alias, keptRow: null };
  return { relation, isToOne, parent: row, junctionAlias, plan };
}

interface ItemScope extends Scope, Pick<Place, 'allowsAggregates' | 'show'> {}

const NO_AGGREGATE_OF_MANY = 'Aggregates are not implemented for one-to-many or many-to-many spreads.';

/**
 * True for `rel(count)` alone. It costs no more than the rows, is common, and is allowed where other aggregates
 * aren't.
 */
function isCount(select: readonly SelectItem[], { depth, isSpread }: Place): boolean {
  return depth > 0 && !isSpread && select.length === 1 && select[0]?.kind === 'field';
}

function planItem(scope: ItemScope, item: SelectItem, mayCount: boolean): PlannedItem[] {
  const { table, embeds } = scope;
  if (item.kind === 'star') return [...table.columns.keys()].map((name) => plainItem(scope, name));
  if (item.kind === 'embed') {
    const embed = embeds.get(nameOf(item));
    // `rel()` only joins for a filter and shows nothing.
    if (embed === undefined || keysOf(embed.plan.items).length === 0) return [];
    return [item.isSpread ? { kind: 'spread', embed } : { kind: 'embed', key: nameOf(item), embed }];
  }
  if (item.kind === 'count' || isCountField(item, table)) {
    if (!mayCount || (item.kind === 'count' && !scope.allowsAggregates)) throw aggregatesNotAllowed();
    return [{ kind: 'count', key: item.alias ?? 'count', cast: item.cast && planCast(item.cast) }];
  }
  return [planFieldItem(scope, item)];
}

function planFieldItem(scope: ItemScope, { field: asked, alias, cast, aggregate }: FieldItem): PlannedItem {
  if (aggregate !== null && !scope.allowsAggregates) throw aggregatesNotAllowed();
  const field = planField(scope, asked);
  if (aggregate === null) scope.show(scope.table, field);
  return {
    kind: 'field',
    key: alias ?? aggregate?.name ?? keyOf(asked),
    field,
    cast: cast && planCast(cast),
    aggregate: aggregate && { name: aggregate.name, cast: aggregate.cast && planCast(aggregate.cast) },
  };
}

function isCountField({ field, aggregate }: FieldItem, table: Table): boolean {
  const isKnown = table.columns.has('count') || table.computedColumns.has('count');
  return field.column === 'count' && field.path.length === 0 && aggregate === null && !isKnown;
}

function plainItem(scope: ItemScope, column: string): PlannedItem {
  const field = planField(scope, { column, path: [] });
  scope.show(scope.table, field);
  return { kind: 'field', key: column, field, cast: null, aggregate: null };
}

function planOrder(scope: Scope, term: OrderTerm): PlannedOrder {
  const { isDescending, nulls, relation } = term;
  if (relation === null) {
    return { field: planField(scope, term.field), embed: null, isDescending, nulls };
  }
  const embed = scope.embeds.get(relation);
  if (embed === undefined) throw notEmbedded(relation);
  if (!embed.isToOne) throw relatedOrderNotToOne(scope.table.name, relation);
  return { field: relatedField(embed, term.field), embed, isDescending, nulls };
}

/** Resolves a column of the related row by its name or its alias in the embed. */
function relatedField({ plan }: Embed, asked: OrderTerm['field']): PlannedOrder['field'] {
  const { table, alias } = plan;
  if (!table.columns.has(asked.column) && !table.computedColumns.has(asked.column)) {
    const shown = plan.items.find((item) => item.kind === 'field' && item.key === asked.column);
    if (shown?.kind === 'field' && shown.aggregate === null) {
      return { ...shown.field, path: [...shown.field.path, ...asked.path] };
    }
  }
  return planField(levelOf(table, alias), asked);
}
