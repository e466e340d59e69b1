import type { BrandPages } from './read-brand.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** External services that public pages show or report to. All off unless configured. */
export interface PublicServices extends BrandPages {
  /** Receives sign-ups of people who agreed to it. */
  readonly analytics: { readonly url: string; readonly key: string | null } | null;
}

export function readServices(env: EnvironmentReader, pages: BrandPages): PublicServices {
  const analyticsUrl = env.url('ANALYTICS_URL', ['https:', 'http:']);
  const key = env.text('ANALYTICS_KEY');
  if (key !== null && analyticsUrl === null) env.problem('ANALYTICS_KEY: requires ANALYTICS_URL');
  return { analytics: analyticsUrl === null ? null : { url: analyticsUrl, key }, ...pages };
}
