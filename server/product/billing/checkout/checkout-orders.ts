import type { Offer } from '#domain/shop/offers.ts';
import { PLAN_KEYS } from '#domain/shop/plans.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { BillingDeps } from '../billing-deps.ts';

type OrderDeps = Pick<BillingDeps, 'database' | 'payments'>;

/** The terms that a user was shown at checkout. */
export interface Order {
  readonly item: string;
  readonly priceRef: string;
  readonly cents: number;
  readonly currency: string;
  /** Total of a pack, or per month of a plan. */
  readonly credits: number;
}

/** Stores the order, before the user gets the URL of the checkout. */
export async function keepOrder(
  { database, payments }: OrderDeps,
  order: { checkoutRef: string; userId: string; priceRef: string; offer: Offer },
): Promise<void> {
  const { item, cents, currency, credits } = order.offer;
  await database.query(
    `insert into private.checkout_orders (account, checkout_ref, user_id, item, price_ref, cents, currency, credits)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [payments.account, order.checkoutRef, order.userId, item, order.priceRef, cents, currency, credits],
  );
}

/** Null if the checkout wasn't opened here, as with a payment link. */
export async function orderOf({ database, payments }: OrderDeps, checkoutRef: string): Promise<Order | null> {
  const [row] = await database.query<Order>(
    `select item, price_ref as "priceRef", cents, currency, credits from private.checkout_orders
     where account = $1 and checkout_ref = $2`,
    [payments.account, checkoutRef],
  );
  return row ?? null;
}

/**
 * Those of `priceRefs` that were offered here to anyone, each with the credits last shown to this user, or else
 * to others. A plan changed on the provider's own pages is only known by its price.
 */
export async function orderedPrices(
  { database, payments }: OrderDeps,
  userId: string,
  priceRefs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ price_ref: string; credits: number }>(
    `select distinct on (price_ref) price_ref, credits from private.checkout_orders
     where account = $1 and price_ref = any ($3)
     order by price_ref, user_id = $2 desc, opened_at desc`,
    [payments.account, userId, priceRefs],
  );
  return new Map(rows.map((row) => [row.price_ref, row.credits]));
}

export async function closeOrder(tx: Transaction, account: string, checkoutRef: string): Promise<void> {
  await tx.query(
    `update private.checkout_orders set closed_at = now()
     where account = $1 and checkout_ref = $2 and closed_at is null`,
    [account, checkoutRef],
  );
}

/** Closes a user's other plan checkouts, so that nobody pays for a second plan on a page that is still open. */
export async function closePlanCheckouts(deps: OrderDeps, userId: string): Promise<void> {
  const { database, payments } = deps;
  const open = await database.query<{ checkout_ref: string }>(
    `select checkout_ref from private.checkout_orders
     where account = $1 and user_id = $2 and closed_at is null and item = any ($3)`,
    [payments.account, userId, PLAN_KEYS],
  );
  for (const { checkout_ref: ref } of open) {
    await payments.closeCheckout(ref);
    await database.transaction((tx) => closeOrder(tx, payments.account, ref));
  }
}
