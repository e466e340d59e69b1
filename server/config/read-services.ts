import type { EnvironmentReader } from './read-environment.ts';

/** Outside services that public pages may show or tell of. All of them are off unless an operator names them. */
export interface PublicServices {
  /** Told of a sign-up, if the person has agreed to it. */
  readonly analytics: { readonly url: string; readonly key: string | null } | null;
  /** A policy provider's page, shown in place of our own policies; `{policy}` stands for privacy, terms or cookie. */
  readonly policyEmbedUrl: string | null;
  /** A form for discount codes, shown in place of our own. */
  readonly redeemFormUrl: string | null;
  /** A video host's player, shown in place of our own recording. */
  readonly demoVideoUrl: string | null;
  /** The affiliate program, which the landing page links to. */
  readonly affiliateUrl: string | null;
}

export function readServices(env: EnvironmentReader): PublicServices {
  const analyticsUrl = env.url('ANALYTICS_URL', ['https:', 'http:']);
  const key = env.text('ANALYTICS_KEY');
  if (key !== null && analyticsUrl === null) env.problem('ANALYTICS_KEY: needs ANALYTICS_URL');
  return {
    analytics: analyticsUrl === null ? null : { url: analyticsUrl, key },
    policyEmbedUrl: env.url('POLICY_EMBED_URL', ['https:', 'http:']),
    redeemFormUrl: env.url('REDEEM_FORM_URL', ['https:', 'http:']),
    demoVideoUrl: env.url('DEMO_VIDEO_URL', ['https:', 'http:']),
    affiliateUrl: env.url('AFFILIATE_URL', ['https:', 'http:']),
  };
}
