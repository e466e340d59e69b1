import type { BrowserConfig } from '#domain/browser-config.ts';
import type { IdentityConfig } from '../config/read-identity.ts';
import type { Config } from '../config.ts';
import type { Tool } from '../product/ai/tool.ts';

/** Where codes for telephones go: to a gateway, to the local mailbox, or nowhere. */
const TEXTS = { gateway: 'sent', local: 'local', none: 'none' } as const;

export interface BrowserConfigParts {
  readonly config: Config;
  readonly anonKey: string;
  readonly tools: readonly Tool[];
}

/** The answer of `/config.json` now. */
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
      // Which, is told to whoever has an address there.
      organisations: config.identity.some((one) => domainOf(one) !== null),
    },
    captcha: config.captcha && { provider: config.captcha.provider, siteKey: config.captcha.siteKey },
    payments: config.payments.kind !== 'none',
    testPayments: isTest(config),
    // Only where it is not the one that the pages are built with.
    catalogue: config.catalogueTerms,
    // Another host's form stands in place of our own.
    redeem: redeemFormUrl === null,
    redeemFormUrl,
    demoVideoUrl,
    affiliateUrl,
    policyEmbedUrl,
    // Who is told, for the sentence that asks for the consent; not with which key.
    analyticsHost: analytics && new URL(analytics.url).host,
  };
}

/** Set: a company's own service, for its addresses. */
const domainOf = (identity: IdentityConfig): string | null =>
  identity.kind === 'oauth' ? null : identity.domain;

/** Whatever is bought here, no money moves. */
function isTest({ payments }: Config): boolean {
  return (
    payments.kind === 'local' || (payments.kind === 'stripe' && /^(sk|rk)_test_/.test(payments.secretKey))
  );
}
