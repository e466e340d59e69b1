import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import type { BillingDeps } from './billing-deps.ts';
import { RefusedPaymentError } from './refused-payment.ts';

/** The provider's name for a person, made at their first checkout. */
export async function ensureCustomer({ database, payments }: BillingDeps, userId: string): Promise<string> {
  const { account } = payments;
  const known = await findCustomer({ database, payments }, userId);
  if (known !== null) return known;
  const [person] = await database.query<{ email: string | null }>(
    'select email from auth.users where id = $1',
    [userId],
  );
  const customerRef = await payments.createCustomer({ userId, email: person?.email ?? null });
  // Of checkouts at the same moment the first is kept; the provider gives all of them the same name, or each its own.
  await database.query(
    `insert into private.payment_customers (account, customer_ref, user_id) values ($1, $2, $3)
     on conflict do nothing`,
    [account, customerRef, userId],
  );
  return (await findCustomer({ database, payments }, userId)) ?? customerRef;
}

export async function findCustomer(
  { database, payments }: Pick<BillingDeps, 'database' | 'payments'>,
  userId: string,
): Promise<string | null> {
  const [row] = await database.query<{ customer_ref: string }>(
    'select customer_ref from private.payment_customers where account = $1 and user_id = $2',
    [payments.account, userId],
  );
  return row?.customer_ref ?? null;
}

const id = z.guid();

/**
 * Whose payment it is. Our own record of the customer decides; what was sent along counts where there is none, as
 * with a payment link, and must not contradict it. Throws for somebody who is not here.
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
