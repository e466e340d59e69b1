import type { CreditPack, PackKey } from '#domain/shop/packs.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** Who takes the money. */
export type PaymentsConfig =
  | { readonly kind: 'none' }
  /** The local test checkout: no money moves. Without an operator's word, for whoever sits at this computer alone. */
  | { readonly kind: 'local'; readonly isForEverybody: boolean }
  | StripeConfig;

export interface StripeConfig extends StripeAccount {
  readonly kind: 'stripe';
  /** One, or two while one replaces the other. */
  readonly webhookSecrets: readonly string[];
  /** Payment links that the operator has made for packs. */
  readonly links: ReadonlyMap<PackKey, string>;
}

/** What is enough for the set-up. */
export interface StripeAccount {
  readonly secretKey: string;
  /** Another host that speaks the same. */
  readonly apiBase: string | null;
}

export function readPayments(
  env: EnvironmentReader,
  { production, packs }: { production: boolean; packs: readonly CreditPack[] },
): PaymentsConfig {
  // Whoever could pay there would pay nothing: in production, and for others, only by an operator's own word.
  const testCheckout = env.flag('TEST_CHECKOUT', !production);
  const isForEverybody = testCheckout && env.text('TEST_CHECKOUT') !== null;
  const account = readStripeAccount(env);
  const webhookSecrets = env.list('STRIPE_WEBHOOK_SECRET');
  const links = readLinks(env, packs);
  if (account === null) {
    if (webhookSecrets.length > 0 || links.size > 0 || env.text('STRIPE_API_BASE') !== null) {
      env.problem('STRIPE_SECRET_KEY: is needed where anything else of Stripe is configured');
    }
    return testCheckout ? { kind: 'local', isForEverybody } : { kind: 'none' };
  }
  if (webhookSecrets.length === 0) {
    env.problem(
      'STRIPE_WEBHOOK_SECRET: is needed with STRIPE_SECRET_KEY; the set-up of docs/billing.md makes one',
    );
  }
  if (webhookSecrets.length > 2 || webhookSecrets.some((secret) => !/^whsec_\S{8,}$/.test(secret))) {
    env.problem('STRIPE_WEBHOOK_SECRET: must be one signing secret such as whsec_…, or two, comma-separated');
  }
  return { kind: 'stripe', ...account, webhookSecrets, links };
}

/** null: there is none. */
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

function readLinks(env: EnvironmentReader, packs: readonly CreditPack[]): ReadonlyMap<PackKey, string> {
  const links = new Map<PackKey, string>();
  for (const { key } of packs) {
    const link = env.url(`STRIPE_LINK_${key.toUpperCase()}`, ['https:', 'http:']);
    if (link !== null) links.set(key, link);
  }
  return links;
}
