import type { BrandPages } from './read-brand.ts';
import type { EnvironmentReader } from './read-environment.ts';

/** Outside services that public pages may show or tell of. All of them are off unless an operator names them. */
export interface PublicServices extends BrandPages {
  /** Told of a sign-up, if the person has agreed to it. */
  readonly analytics: { readonly url: string; readonly key: string | null } | null;
}

export function readServices(env: EnvironmentReader, pages: BrandPages): PublicServices {
  const analyticsUrl = env.url('ANALYTICS_URL', ['https:', 'http:']);
  const key = env.text('ANALYTICS_KEY');
  if (key !== null && analyticsUrl === null) env.problem('ANALYTICS_KEY: needs ANALYTICS_URL');
  return { analytics: analyticsUrl === null ? null : { url: analyticsUrl, key }, ...pages };
}
