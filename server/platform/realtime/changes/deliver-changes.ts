import type { Log } from '#server/lib/log.ts';
import type { Caller } from '../../db/caller.ts';
import type { Change } from '../../db/changes.ts';
import type { Database } from '../../db/database.ts';
import { changeData } from './change-data.ts';
import type { ChangeSubscription, ChangeSubscriptions, Subscriber } from './change-subscriptions.ts';
import type { PublishedTable, PublishedTables } from './published-tables.ts';
import { findVisibleRows } from './visible-rows.ts';

/** A change and the subscriptions that its filter, its owner and the column grants let it reach. */
interface Delivery {
  readonly change: Change;
  readonly table: PublishedTable;
  readonly subscriptions: readonly ChangeSubscription[];
  /** Those among them whose filter could not be asked. */
  readonly undecided: ReadonlySet<ChangeSubscription>;
}

/** Lookups under way at the same time: one slow policy must not take all connections. */
const PARALLEL = 4;

/**
 * Sends committed changes to those who may know of them. The cheap tests come first (event, owner, filter), because
 * the look-up under row-level security costs a query for each distinct caller.
 */
export async function deliverChanges(
  deps: { database: Database; tables: PublishedTables; subscriptions: ChangeSubscriptions; log: Log },
  changes: readonly Change[],
): Promise<void> {
  const deliveries: Delivery[] = [];
  // Once for each table of the batch: one that is not published any more is looked for each time, which takes a while.
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

/** A row with an owner is that user's business alone. Of rows without one, policies decide at the look-up. */
function concerns(caller: Caller, change: Change, table: PublishedTable): boolean {
  if (caller.role === 'service_role') return true;
  return table.ownerColumn === null || (change.owner !== null && change.owner === caller.userId);
}

/** A filter on a hidden column would answer questions about it. */
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
  // The owner of a deleted row is known to be asking, and the row can no longer be looked up.
  return change.type !== 'DELETE' || table.ownerColumn === null;
}

/** Callers with the same role and claims see the same rows; tokens of one session differ after each refresh only. */
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
  // Not before it is known that they may see the row: that there is one would be told else.
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
