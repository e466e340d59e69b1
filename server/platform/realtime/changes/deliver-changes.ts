import type { Log } from '#server/lib/log.ts';
import type { Caller } from '../../db/caller.ts';
import type { Change } from '../../db/changes.ts';
import type { Database } from '../../db/database.ts';
import { changeData } from './change-data.ts';
import type { ChangeSubscription, ChangeSubscriptions, Subscriber } from './change-subscriptions.ts';
import type { PublishedTable, PublishedTables } from './published-tables.ts';
import { findVisibleRows } from './visible-rows.ts';

/** A change with the subscriptions that pass its filter, owner and column grants. */
interface Delivery {
  readonly change: Change;
  readonly table: PublishedTable;
  readonly subscriptions: readonly ChangeSubscription[];
  /** Those whose filter couldn't be evaluated. */
  readonly undecided: ReadonlySet<ChangeSubscription>;
}

/** Concurrent visibility queries: one slow policy must not take all connections. */
const PARALLEL = 4;

/**
 * Sends committed changes to the subscribers who may see them. Cheap checks come first (event, owner, filter),
 * because the check under row-level security costs a query per distinct caller.
 */
export async function deliverChanges(
  deps: { database: Database; tables: PublishedTables; subscriptions: ChangeSubscriptions; log: Log },
  changes: readonly Change[],
): Promise<void> {
  const deliveries: Delivery[] = [];
  // One lookup per table and batch: a table that is no longer published is looked up each time, which is slow.
  const tables = new Map<string, Promise<PublishedTable | null>>();
  for (const change of changes) {
    const asked = deps.subscriptions.of(change.schema, change.table);
    if (asked.length === 0) continue;
    const name = JSON.stringify([change.schema, change.table]);
    const finding = tables.get(name) ?? deps.tables.find(change.schema, change.table);
    tables.set(name, finding);
    const table = await finding;
    if (!table?.publishes.has(change.type)) continue;
    const undecided = new Set<ChangeSubscription>();
    const subscriptions = asked.filter((subscription) => {
      const answer = mayReach(subscription, change, table);
      if (answer === null) undecided.add(subscription);
      return answer !== false;
    });
    if (subscriptions.length > 0) deliveries.push({ change, table, subscriptions, undecided });
  }
  const isVisible = await visibility(deps, deliveries);
  for (const delivery of deliveries) send(delivery, isVisible);
}

function mayReach(
  { request, filter, subscriber }: ChangeSubscription,
  change: Change,
  table: PublishedTable,
): boolean | null {
  if (request.event !== '*' && request.event !== change.type) return false;
  if (!concerns(subscriber.caller, change, table)) return false;
  if (!table.key.every(({ readableBy }) => readableBy.has(subscriber.caller.role))) return false;
  if (filter === null) return true;
  return (
    mayFilter(filter.columns, subscriber.caller, table) &&
    filter.matches(change.record ?? change.oldRecord ?? {})
  );
}

/** A row with an owner only concerns that user; for others, policies decide in the query. */
function concerns(caller: Caller, change: Change, table: PublishedTable): boolean {
  if (caller.role === 'service_role') return true;
  return table.ownerColumn === null || (change.owner !== null && change.owner === caller.userId);
}

/** A filter on an unreadable column would reveal its values. */
function mayFilter(columns: readonly string[], caller: Caller, table: PublishedTable): boolean {
  return columns.every((name) =>
    table.columns.some((column) => column.name === name && column.readableBy.has(caller.role)),
  );
}

type IsVisible = (change: Change, caller: Caller) => boolean;

async function visibility(
  deps: { database: Database; log: Log },
  deliveries: readonly Delivery[],
): Promise<IsVisible> {
  const callers = new Map<string, { caller: Caller; questions: Delivery[] }>();
  for (const delivery of deliveries) {
    const askers = delivery.subscriptions.map(({ subscriber }) => subscriber.caller);
    for (const caller of new Map(askers.map((asker) => [identityOf(asker), asker])).values()) {
      if (!needsLookup(caller, delivery)) continue;
      const entry = callers.get(identityOf(caller)) ?? { caller, questions: [] };
      entry.questions.push(delivery);
      callers.set(identityOf(caller), entry);
    }
  }
  const visible = new Map<string, ReadonlySet<Change>>();
  const waiting = [...callers];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [identity, { caller, questions }] = next;
      visible.set(identity, await findVisibleRows(deps, caller, questions));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return (change, caller) => visible.get(identityOf(caller))?.has(change) === true;
}

function needsLookup(caller: Caller, { change, table }: Delivery): boolean {
  if (!table.hasRowSecurity || caller.role === 'service_role') return false;
  // The owner was checked already, and a deleted row can't be looked up.
  return change.type !== 'DELETE' || table.ownerColumn === null;
}

/** Callers with equal role and claims see the same rows; the tokens of one session only differ after a refresh. */
function identityOf(caller: Caller): string {
  let identity = identities.get(caller);
  if (identity === undefined) {
    identity = JSON.stringify([caller.role, caller.claims]);
    identities.set(caller, identity);
  }
  return identity;
}

const identities = new WeakMap<Caller, string>();

function send(delivery: Delivery, isVisible: IsVisible): void {
  const { change, table, subscriptions, undecided } = delivery;
  const reached = subscriptions.filter(
    ({ subscriber }) => !needsLookup(subscriber.caller, delivery) || isVisible(change, subscriber.caller),
  );
  // Only after it is known that they may see the row, because this reveals its existence.
  for (const subscription of reached)
    if (undecided.has(subscription)) subscription.subscriber.leaveChangeOut();
  const decided = reached.filter((subscription) => !undecided.has(subscription));
  const rendered = new Map<string, string>();
  for (const [subscriber, own] of Map.groupBy(
    decided,
    (subscription): Subscriber => subscription.subscriber,
  )) {
    const { role } = subscriber.caller;
    for (const [select, same] of Map.groupBy(own, ({ request }) => request.select?.join() ?? '*')) {
      const key = `${role}:${select}`;
      const data = rendered.get(key) ?? changeData(change, table, role, same[0]?.request.select ?? null);
      rendered.set(key, data);
      subscriber.sendChange(
        same.map(({ id }) => id),
        data,
      );
    }
  }
}
