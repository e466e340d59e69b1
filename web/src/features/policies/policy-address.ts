import type { PolicyName } from './policy.ts';

/** The address of one policy at a provider: its name in place of `{policy}`, or as the last part of the path. */
export function policyAddress(configured: string, name: PolicyName): string {
  if (configured.includes('{policy}')) return configured.replaceAll('{policy}', name);
  const url = new URL(configured);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${name}`;
  return url.href;
}
