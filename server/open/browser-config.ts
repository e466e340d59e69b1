import type { BrowserConfig } from '#domain/browser-config.ts';
import type { IdentityConfig } from '../config/read-identity.ts';
import type { Config } from '../config.ts';
import type { Tool } from '../product/ai/tool.ts';

/** Delivery of SMS codes: by a gateway, to the local mailbox, or not at all. */
const TEXTS = { gateway: 'sent', local: 'local', none: 'none' } as const;

export interface BrowserConfigParts {
  readonly config: Config;
  readonly anonKey: string;
  readonly tools: readonly Tool[];
}

/** Current content of `/config.json`. */
export function toBrowserConfig({
  config,
  anonKey,
  tools: configured,
}: BrowserConfigParts): BrowserConfig & { readonly url: string } {
  const tools = configured.filter((tool) => tool.isOutOfOrder?.() !== true);
  const { analytics, policyEmbedUrl, redeemFormUrl, demoVideoUrl, affiliateUrl } = config.services;
  return {
    url: config.publicUrl,
    anonKey,
    brand: config.brand,
    ai: {
      demo: configured.some((tool) => tool.kind === 'demo'),
      findsLocalModels: config.findsLocalModels,
      checksModels: config.checksModels,
      tools: tools.map((tool) => tool.type),
      vision: tools.some((tool) => tool.seesImages === true),
    },
    mailbox: config.mail.kind === 'local',
    texts: TEXTS[config.sms.kind],
    signUp: config.signUp,
    signIn: {
      providers: config.identity.filter((one) => domainOf(one) === null).map(({ name }) => name),
      // The domains aren't listed; the sign-in page asks for the address.
      organisations: config.identity.some((one) => domainOf(one) !== null),
    },
    captcha: config.captcha && { provider: config.captcha.provider, siteKey: config.captcha.siteKey },
    payments: config.payments.kind !== 'none',
    testPayments: isTest(config),
    // Only if it differs from the one built into the pages.
    catalogue: config.catalogueTerms,
    // Unless replaced by another host's form.
    redeem: redeemFormUrl === null,
    redeemFormUrl,
    demoVideoUrl,
    affiliateUrl,
    policyEmbedUrl,
    // Only the host, for the consent text; the key stays secret.
    analyticsHost: analytics && new URL(analytics.url).host,
  };
}

/** The domain of a company's own service; null for others. */
const domainOf = (identity: IdentityConfig): string | null =>
  identity.kind === 'oauth' ? null : identity.domain;

/** True if no real money is charged. */
function isTest({ payments }: Config): boolean {
  return (
    payments.kind === 'local' || (payments.kind === 'stripe' && /^(sk|rk)_test_/.test(payments.secretKey))
  );
}
