import type { CreditPack } from '#domain/shop/packs.ts';
import type { PaymentLinks } from './read-catalogue.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** The payment provider. */
export type PaymentsConfig =
  | { readonly kind: 'none' }
  /**
   * The local test checkout, without real money. Only on this computer, unless the operator explicitly enables it for
   * everybody.
   */
  | { readonly kind: 'local'; readonly isForEverybody: boolean }
  | StripeConfig;

export interface StripeConfig extends StripeAccount {
  readonly kind: 'stripe';
  /** One, or two during a rotation. */
  readonly webhookSecrets: readonly string[];
  readonly links: PaymentLinks;
}

/** The minimum for the set-up. */
export interface StripeAccount {
  readonly secretKey: string;
  /** An alternative host with the same API. */
  readonly apiBase: string | null;
}

/** Other configuration that payments depend on. */
interface PaymentsPlace {
  readonly production: boolean;
  readonly packs: readonly CreditPack[];
  /** From the catalogue. */
  readonly paymentLinks: PaymentLinks;
}

export function readPayments(
  env: EnvironmentReader,
  { production, packs, paymentLinks }: PaymentsPlace,
): PaymentsConfig {
  // Payments there are free: in production, or for others, only if the operator explicitly enables it.
  const testCheckout = env.flag('TEST_CHECKOUT', !production);
  const isForEverybody = testCheckout && env.text('TEST_CHECKOUT') !== null;
  const account = readStripeAccount(env);
  const webhookSecrets = env.list('STRIPE_WEBHOOK_SECRET');
  const links = readLinks(env, packs, paymentLinks);
  if (account === null) {
    if (webhookSecrets.length > 0 || links.size > 0 || env.text('STRIPE_API_BASE') !== null) {
      env.problem('STRIPE_SECRET_KEY: required if any other Stripe setting is set');
    }
    return testCheckout ? { kind: 'local', isForEverybody } : { kind: 'none' };
  }
  if (webhookSecrets.length === 0) {
    env.problem(
      'STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY. The set-up in docs/billing.md creates one',
    );
  }
  if (webhookSecrets.length > 2 || webhookSecrets.some((secret) => !/^whsec_\S{8,}$/.test(secret))) {
    env.problem(
      'STRIPE_WEBHOOK_SECRET: must be one signing secret such as whsec_…, or two separated by a comma',
    );
  }
  return { kind: 'stripe', ...account, webhookSecrets, links };
}

/** Null without a Stripe account. */
export function readStripeAccount(env: EnvironmentReader): StripeAccount | null {
  const secretKey = env.text('STRIPE_SECRET_KEY');
  const apiBase = env.url('STRIPE_API_BASE', ['https:', 'http:']);
  if (secretKey === null) return null;
  if (!/^(sk|rk)_(live|test)_\S+$/.test(secretKey)) {
    env.problem(
      'STRIPE_SECRET_KEY: must be a secret or restricted key such as sk_live_…, rk_live_… or sk_test_…',
    );
  }
  return { secretKey, apiBase };
}

/** Payment links used to have their own variables before they became fields of the pack. */
function readLinks(
  env: EnvironmentReader,
  packs: readonly CreditPack[],
  paymentLinks: PaymentLinks,
): PaymentLinks {
  const links = new Map(paymentLinks);
  for (const { key } of packs) {
    const oldName = `STRIPE_LINK_${key.toUpperCase()}`;
    const written = `paymentLink of ${key} in the CATALOGUE_FILE`;
    env.retire(oldName, { written, isSet: links.has(key) });
    const link = env.url(oldName, ['https:', 'http:']);
    if (link !== null) links.set(key, link);
  }
  return links;
}
