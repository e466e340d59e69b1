/** Makes what Errand sells in the Stripe account of STRIPE_SECRET_KEY: `npm run stripe:set-up`. See docs/billing.md. */
import { existsSync } from 'node:fs';
import { createOffers } from '#domain/shop/offers.ts';
import { readCatalogue } from '#server/config/read-catalogue.ts';
import { readEnvironment } from '#server/config/read-environment.ts';
import { readStripeAccount } from '#server/config/read-payments.ts';
import { setUpStripe } from '#server/providers/payments/set-up-stripe.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env = readEnvironment(process.env);
  const account = readStripeAccount(env);
  const offers = createOffers(readCatalogue(env).catalogue);
  const publicUrl = env.url('PUBLIC_URL', ['https:', 'http:']);
  env.finish();
  if (account === null) throw new Error('STRIPE_SECRET_KEY: required, in the environment or in .env');
  const webhookUrl = publicUrl?.startsWith('https:') ? `${publicUrl}/functions/v1/stripe-webhook` : null;
  const { prices, portal, webhook } = await setUpStripe({ ...account, offers: offers.all, webhookUrl });
  for (const { item, ref, isNew } of prices) say(`${item}: ${ref}${isNew ? ' (new)' : ''}`);
  say(`customer portal: ${portal}`);
  say(describe(webhook));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function describe(webhook: Awaited<ReturnType<typeof setUpStripe>>['webhook']): string {
  if (webhook === null)
    return 'webhook: not made, because PUBLIC_URL is no https address. On your own machine: stripe listen --forward-to localhost:3000/functions/v1/stripe-webhook';
  return webhook.secret === null
    ? `webhook: ${webhook.url} was there before; Stripe shows its secret in the dashboard`
    : `webhook: ${webhook.url}. Write this line into .env:\nSTRIPE_WEBHOOK_SECRET=${webhook.secret}`;
}
