import type { ToolLack } from '#domain/ai-task.ts';
import type { BrowserConfig } from '#domain/browser-config.ts';
import type { IdentityConfig } from '../config/read-identity.ts';
import type { Config } from '../config.ts';
import type { MissingTool } from '../product/ai/offer/available-tools.ts';
import type { Tool } from '../product/ai/tool.ts';
import type { WhyNot } from '../product/ai/tools/build.ts';

/** Delivery of SMS codes: by a gateway, to the local mailbox, or not at all. */
const TEXTS = { gateway: 'sent', local: 'local', none: 'none' } as const;

export interface BrowserConfigParts {
  readonly config: Config;
  readonly anonKey: string;
  readonly tools: readonly Tool[];
  readonly missing: readonly MissingTool[];
}

/** Current content of `/config.json`. */
export function toBrowserConfig({
  config,
  anonKey,
  tools: configured,
  missing,
}: BrowserConfigParts): BrowserConfig & { readonly url: string } {
  const tools = configured.filter((tool) => lackOf(tool) === null);
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
      lacking: [
        ...missing.map(({ type, why }) => ({ tool: type, lacks: LACKS[why] })),
        ...configured.flatMap((tool) => {
          const lacks = lackOf(tool);
          return lacks === null ? [] : { tool: tool.type, lacks };
        }),
      ],
      vision: tools.some((tool) => tool.seesImages === true),
    },
    production: config.production,
    mailbox: config.mail.kind === 'local',
    mails: config.mail.kind !== 'none',
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

const lackOf = (tool: Tool): ToolLack | null => tool.lacks?.() ?? null;

const LACKS: Readonly<Record<WhyNot, ToolLack>> = {
  no_model_named: 'model',
  no_image_provider: 'images',
  no_search: 'search',
};

/** The domain of a company's own service; null for others. */
const domainOf = (identity: IdentityConfig): string | null =>
  identity.kind === 'oauth' ? null : identity.domain;

/** True if no real money is charged. */
function isTest({ payments }: Config): boolean {
  return (
    payments.kind === 'local' || (payments.kind === 'stripe' && /^(sk|rk)_test_/.test(payments.secretKey))
  );
}
