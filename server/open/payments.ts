import { join } from 'node:path';
import { createOffers } from '#domain/shop/offers.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { LocalDoor } from '../platform/http/local-door.ts';
import type { Room } from '../platform/http/room.ts';
import { createTestCheckoutRoom } from '../product/billing/test-checkout-room.ts';
import type { Selling } from '../product/create-product.ts';
import { createLocalCheckout, type DeliverMessage } from '../providers/payments/local-checkout.ts';

export interface OpenedPayments {
  /** Null: nothing is sold. */
  readonly selling: Selling | null;
  /** Rooms of the test checkout. */
  readonly rooms: readonly Room[];
  /** Connects the test checkout to the webhook, which it calls like any payment provider. */
  deliverTo(functions: Room): void;
}

interface TestCheckoutPlace {
  /** Signs the test checkout's webhook calls. */
  readonly secret: string;
  readonly door: LocalDoor;
  readonly clock: Clock;
}

/** Opens the configured payment provider. */
export async function openPayments(
  config: Config,
  { secret, door, clock }: TestCheckoutPlace,
): Promise<OpenedPayments> {
  const { payments, publicUrl } = config;
  const offers = createOffers(config.catalogue);
  const nowhere = { rooms: [], deliverTo: () => undefined };
  switch (payments.kind) {
    case 'none':
      return { selling: null, ...nowhere };
    case 'stripe': {
      // Loaded on demand: Stripe's package takes 0.3 s and 35 MB.
      const { createStripePayments } = await import('../providers/payments/stripe.ts');
      const selling = {
        payments: createStripePayments({ ...payments, clock }),
        offers,
        links: payments.links,
        publicUrl,
      };
      return { selling, ...nowhere };
    }
    case 'local': {
      const folder = join(config.dataDir, 'test-checkout');
      const local = createLocalCheckout({ folder, publicUrl, secret, offers });
      return {
        selling: { payments: local, offers, links: new Map(), publicUrl },
        rooms: [createTestCheckoutRoom(local, payments.isForEverybody ? () => true : door)],
        deliverTo: (functions) => local.deliverTo(throughWebhook(functions, publicUrl)),
      };
    }
  }
}

function throughWebhook(functions: Room, publicUrl: string): DeliverMessage {
  return async (body, signature) => {
    const request = new Request(`${publicUrl}/functions/v1/stripe-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    });
    return (await functions.handle(request, { ip: '127.0.0.1', requestId: 'test-checkout' })).ok;
  };
}
