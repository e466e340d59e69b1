import type { Offers } from '#domain/shop/offers.ts';
import type { PackKey } from '#domain/shop/packs.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Payments } from '#server/providers/payments/payments.ts';
import type { ProductEvents } from '../events.ts';

/** Payment links that an operator created for packs, by pack. */
export type PaymentLinks = ReadonlyMap<PackKey, string>;

export interface BillingDeps {
  readonly database: Database;
  readonly payments: Payments;
  /** Items sold here, with prices. */
  readonly offers: Offers;
  readonly links: PaymentLinks;
  readonly events: ProductEvents;
  readonly owners: Pick<AccountOwners, 'tell'>;
}
