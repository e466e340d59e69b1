import type { Database } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { PaymentEvent, Payments } from '#server/providers/payments/payments.ts';
import type { ProductEvents } from '../../events.ts';

export const EVENT_QUEUE = 'settle-payment-event';

export interface InboxDeps {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly payments: Payments;
  readonly events: ProductEvents;
}

/** Stores an event and queues it for settling, once per event. Returns false for a duplicate. */
export async function receiveEvent(
  { database, jobs, payments, events }: InboxDeps,
  event: PaymentEvent,
  origin: 'webhook' | 'comparison',
): Promise<boolean> {
  const { subject, isForeign } = event;
  const outcome = isForeign ? 'refused: from the other mode' : subject === null ? 'nothing to do' : null;
  const isNew = await database.transaction(async (tx) => {
    const inserted = await tx.query(
      `insert into private.stripe_events
         (id, account, type, subject_kind, subject_ref, happened_at, origin, outcome, settled_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, case when $8::text is null then null else now() end)
       on conflict (id) do nothing returning id`,
      [
        event.id,
        payments.account,
        event.type,
        subject?.kind ?? null,
        subject?.ref ?? null,
        event.happenedAt,
        origin,
        outcome,
      ],
    );
    if (inserted.length === 0) return false;
    if (outcome === null) await jobs.send(tx, EVENT_QUEUE, { event_id: event.id });
    return true;
  });
  if (isNew && isForeign) events.paymentRefused({ event_id: event.id, reason: 'from the other mode' });
  return isNew;
}

/** Minutes after which an event that the queue gave up is retried. */
const RETRY_AFTER_MINUTES = 15;
const BATCH = 500;

/** Requeues events that were given up while the provider or this server was unavailable. */
export async function retryWaitingEvents({ database, jobs, events }: InboxDeps): Promise<void> {
  const waiting = await database.query<{ id: string; received_at: Date }>(
    `select id, received_at from private.stripe_events
     where settled_at is null and received_at < now() - make_interval(mins => $1)
     order by received_at limit $2`,
    [RETRY_AFTER_MINUTES, BATCH],
  );
  const [oldest] = waiting;
  if (!oldest) return;
  events.paymentsWait({ events: waiting.length, since: oldest.received_at.toISOString() });
  for (const { id } of waiting) await jobs.send(database, EVENT_QUEUE, { event_id: id }, { key: id });
}
