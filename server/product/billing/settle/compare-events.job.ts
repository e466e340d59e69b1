import { type InboxDeps, receiveEvent } from './event-inbox.ts';

const DAY = 86_400_000;
/** Stripe lists events of the last thirty days. */
const OLDEST = 29 * DAY;
/** An event may be delivered or listed long after it happened. */
const OVERLAP = DAY;
/** Days to keep settled events; after that the provider no longer lists them. */
const KEPT_DAYS = 60;

/** Compares the provider's list of events with the inbox, and settles any that were never delivered. */
export async function compareEvents(
  deps: InboxDeps,
  signal: AbortSignal,
  now = new Date(),
): Promise<{ found: number }> {
  const { database, payments } = deps;
  const since = await comparedUntil(deps, now);
  let found = 0;
  for await (const event of payments.listEvents(since)) {
    if (signal.aborted) return { found };
    if (await receiveEvent(deps, event, 'comparison')) found += 1;
  }
  await database.query(
    `insert into private.payment_comparisons as c (account, compared_until) values ($1, $2)
     on conflict (account) do update set compared_until = greatest(c.compared_until, excluded.compared_until)`,
    [payments.account, now],
  );
  await database.query(
    `delete from private.stripe_events
     where settled_at is not null and received_at < now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  );
  if (found > 0) deps.events.paymentEventsMissed({ events: found });
  return { found };
}

async function comparedUntil({ database, payments }: InboxDeps, now: Date): Promise<Date> {
  const [row] = await database.query<{ compared_until: Date }>(
    'select compared_until from private.payment_comparisons where account = $1',
    [payments.account],
  );
  const oldest = now.getTime() - OLDEST;
  return new Date(row ? Math.max(oldest, row.compared_until.getTime() - OVERLAP) : oldest);
}
