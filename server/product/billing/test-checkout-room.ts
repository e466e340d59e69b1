import { z } from 'zod';
import { PLAN_KEYS } from '#domain/shop/plans.ts';
import type { LocalDoor } from '#server/platform/http/local-door.ts';
import { BodyError, readJson } from '#server/platform/http/read-json.ts';
import type { Room } from '#server/platform/http/room.ts';
import type { TestCheckout, TestPage } from '#server/providers/payments/payments.ts';

const BASE = '/local/checkout';

const act = z.strictObject({
  act: z.enum(['pay', 'cancel', 'resume', ...PLAN_KEYS]),
});

/**
 * Backend of the test checkout's page: `GET` for its data, `POST` for its acts. Exists only if an installation
 * has no payment provider and hasn't disabled it. The reference in the URL is the only key, as with a real
 * provider's pages, so the door keeps out anyone who could open a checkout of their own and pay nothing.
 */
export function createTestCheckoutRoom(checkout: TestCheckout, door: LocalDoor): Room {
  return {
    base: BASE,
    async handle(request, context) {
      if (!door(request, context)) return new Response('Not found', { status: 404 });
      const answer = await answerTo(checkout, request).catch((error: unknown) => {
        if (error instanceof BodyError || error instanceof z.ZodError) return refuse(400, 'Unknown action.');
        throw error;
      });
      answer.headers.set('Cache-Control', 'no-store');
      return answer;
    },
  };
}

async function answerTo(checkout: TestCheckout, request: Request): Promise<Response> {
  const ref = new URL(request.url).pathname.slice(BASE.length + 1);
  if (request.method === 'GET') {
    const page = await checkout.show(ref);
    return page ? Response.json(render(page)) : missing();
  }
  if (request.method !== 'POST') return refuse(405, 'Only GET and POST are accepted.');
  // A cross-site form can't send JSON without a preflight.
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) return refuse(415, 'Send JSON.');
  const { act: wish } = act.parse(await readJson(request));
  const url = wish === 'pay' ? await checkout.pay(ref) : await checkout.changePlan(ref, wish);
  return url === null ? missing() : Response.json({ url });
}

const refuse = (status: number, message: string): Response => Response.json({ message }, { status });
const missing = (): Response => refuse(404, 'Checkout not found.');

function render(page: TestPage): object {
  if (page.kind === 'checkout') {
    const { name, description, cents, currency } = page.offer;
    const interval = page.offer.kind === 'plan' ? page.offer.interval : null;
    return {
      kind: 'checkout',
      name,
      description,
      cents,
      currency,
      interval,
      is_paid: page.isPaid,
      back_url: page.backUrl,
    };
  }
  const { plan } = page;
  return {
    kind: 'portal',
    back_url: page.backUrl,
    plan: plan && {
      item: plan.item,
      next_item: plan.nextItem,
      is_cancelled: plan.isCancelled,
      paid_until: plan.paidUntil.toISOString(),
    },
  };
}
