import type { RealtimeParts } from '../realtime-parts.ts';
import type { Channel } from '../socket/channel.ts';
import { type ChangeFilter, FilterError, readFilter } from './change-filter.ts';
import type { ChangeRequest } from './change-subscriptions.ts';
import { requestId } from './change-subscriptions.ts';
import type { PublishedTable } from './published-tables.ts';

/** Milliseconds between retries while the database doesn't answer. */
const RETRY = 5_000;
/** Maximum number of filter conditions per channel. Each costs a query now, and an evaluation per change later. */
const MAX_CONDITIONS = 100;

/** A request that can't succeed as it is. The message is for the client's developer. */
class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError';
}

/**
 * Activates all subscriptions of a channel, or none. Returns the problem with them, or null. While the database
 * doesn't answer, the channel stays joined and this is retried.
 */
export async function subscribeToChanges(parts: RealtimeParts, channel: Channel): Promise<string | null> {
  try {
    await subscribe(parts, channel);
    return null;
  } catch (error) {
    if (error instanceof SubscriptionError || error instanceof FilterError) return error.message;
    parts.log.warn("couldn't subscribe to changes, trying again", { error });
    if (!channel.config.waitForChanges) setTimeout(() => void tryAgain(parts, channel), RETRY);
    return 'Unable to subscribe to changes: the database does not answer';
  }
}

async function tryAgain(parts: RealtimeParts, channel: Channel): Promise<void> {
  if (channel.isClosed) return;
  const problem = await subscribeToChanges(parts, channel);
  if (channel.isClosed) return;
  if (problem === null) channel.sendSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
  else channel.sendSystem('postgres_changes', 'error', problem);
}

async function subscribe(parts: RealtimeParts, channel: Channel): Promise<void> {
  const filters: (ChangeFilter | null)[] = [];
  let conditions = 0;
  for (const request of channel.config.changes) {
    const table = await tableOf(parts, channel, request);
    const filter = await filterOf(parts, channel, request, table);
    if (channel.isClosed) return;
    filters.push(filter);
    conditions += filter?.columns.length ?? 0;
    if (conditions > MAX_CONDITIONS) {
      throw new SubscriptionError(`a channel may have ${MAX_CONDITIONS} filter conditions`);
    }
  }
  for (const [index, request] of channel.config.changes.entries()) {
    const filter = filters[index] ?? null;
    parts.subscriptions.add({ id: requestId(request), request, filter, subscriber: channel });
  }
}

/** Null for a wildcard: whatever is published and readable when a change arrives. */
async function tableOf(
  { tables }: RealtimeParts,
  { caller }: Channel,
  request: ChangeRequest,
): Promise<PublishedTable | null> {
  const { schema, table: name = '*' } = request;
  await tables.follow();
  if (schema === '*' || name === '*') return null;
  const table = await tables.find(schema, name);
  if (!table || !table.key.every(({ readableBy }) => readableBy.has(caller.role))) {
    throw new SubscriptionError(
      'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given ' +
        `connect parameters: [event: ${request.event}, schema: ${schema}, table: ${name}, filter: ${request.filter ?? ''}]`,
    );
  }
  for (const column of request.select ?? []) {
    if (!table.columns.some((known) => known.name === column && known.readableBy.has(caller.role))) {
      throw new SubscriptionError(`invalid column for select ${column}`);
    }
  }
  return table;
}

async function filterOf(
  { database }: RealtimeParts,
  { socket, caller }: Channel,
  { filter }: ChangeRequest,
  table: PublishedTable | null,
): Promise<ChangeFilter | null> {
  if (filter === undefined || filter === '') return null;
  if (!table) throw new SubscriptionError('a filter needs a schema and a table');
  return readFilter(database, table, filter, { role: caller.role, allowance: socket.patterns });
}
