import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import { PaymentsError } from '#server/providers/payments/payments.ts';
import { auditBilling } from '../billing-audit.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { RefusedPaymentError } from '../settle/refused-payment.ts';

/** The provider's customer id of a user, created at their first checkout. */
async function ensureCustomer(
  { database, payments }: BillingDeps,
  userId: string,
  replaces: string | null = null,
): Promise<string> {
  const { account } = payments;
  const known = await findCustomer({ database, payments }, userId);
  if (known !== null) return known;
  const [person] = await database.query<{ email: string | null }>(
    'select email from auth.users where id = $1',
    [userId],
  );
  const customerRef = await payments.createCustomer({ userId, email: person?.email ?? null, replaces });
  // Of parallel checkouts the first one's is kept; the provider may return the same or different ids.
  await database.query(
    `insert into private.payment_customers (account, customer_ref, user_id) values ($1, $2, $3)
     on conflict do nothing`,
    [account, customerRef, userId],
  );
  return (await findCustomer({ database, payments }, userId)) ?? customerRef;
}

/** Performs an act with a user's customer, or with a new one if it was deleted at the provider. */
export async function withCustomer<T>(
  deps: BillingDeps,
  userId: string,
  act: (customerRef: string) => Promise<T>,
): Promise<T> {
  const customerRef = await ensureCustomer(deps, userId);
  try {
    return await act(customerRef);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    return act(await replaceCustomer(deps, userId, customerRef));
  }
}

export const isCustomerGone = (error: unknown): boolean =>
  error instanceof PaymentsError && error.kind === 'customer_gone';

/** The old customer stays on file: its payments still belong to this user. */
async function replaceCustomer(deps: BillingDeps, userId: string, customerRef: string): Promise<string> {
  await deps.database.transaction(async (tx) => {
    const gone = await tx.query(
      `update private.payment_customers set gone_at = now()
       where account = $1 and customer_ref = $2 and gone_at is null returning customer_ref`,
      [deps.payments.account, customerRef],
    );
    // A parallel checkout has replaced it.
    if (gone.length === 0) return;
    await auditBilling(tx, { action: 'billing_customer_gone', userId, customer_ref: customerRef });
  });
  return ensureCustomer(deps, userId, customerRef);
}

export async function findCustomer(
  { database, payments }: Pick<BillingDeps, 'database' | 'payments'>,
  userId: string,
): Promise<string | null> {
  const [row] = await database.query<{ customer_ref: string }>(
    `select customer_ref from private.payment_customers
     where account = $1 and user_id = $2 and gone_at is null`,
    [payments.account, userId],
  );
  return row?.customer_ref ?? null;
}

const id = z.guid();

/**
 * The user whose payment it is. Our own customer record decides; the payment's metadata counts only without
 * one, as with a payment link, and must not contradict it. Throws for a user who is gone.
 */
export async function ownerOf(
  { database, payments }: { database: Database; payments: { account: string } },
  { customerRef, userRef }: { customerRef: string | null; userRef: string | null },
): Promise<string> {
  const [row] = await database.query<{ user_id: string }>(
    'select user_id from private.payment_customers where account = $1 and customer_ref = $2',
    [payments.account, customerRef],
  );
  const said = id.safeParse(userRef).data;
  if (row && said !== undefined && said.toLowerCase() !== row.user_id) {
    throw new RefusedPaymentError('paid for somebody else');
  }
  const owner = row?.user_id ?? said;
  if (owner === undefined || !(await isHere(database, owner))) {
    throw new RefusedPaymentError('paid for nobody here');
  }
  return owner;
}

async function isHere(database: Database, userId: string): Promise<boolean> {
  return (await database.query('select from auth.users where id = $1', [userId])).length > 0;
}
