/** How a page was reached, as far as the auth service tells it in the address. */
export type Arrival =
  | { readonly kind: 'plain' }
  /** A mail's link or a provider sent the person back signed in. */
  | { readonly kind: 'signed_in' }
  /** The link of a password mail. */
  | { readonly kind: 'recovery' }
  /** The link was used before, is too old, or was refused. */
  | { readonly kind: 'failed'; readonly description: string };

/**
 * What can be wrong with a link, by the service's code. Its own sentence stands in the address too, but anybody can
 * write an address, and would have a text of theirs shown above the password field.
 */
const FAILURES: ReadonlyMap<string | null, string> = new Map([
  ['otp_expired', 'Email link is invalid or has expired'],
  ['email_exists', 'Another account has this address by now'],
  ['user_banned', 'This account is barred'],
  ['over_request_rate_limit', 'Too many links were opened in a short time'],
]);
const UNKNOWN_FAILURE = 'This link did not work';

/** Reads it before the auth client takes the parameters out of the address. */
export function readArrival(address: string): Arrival {
  const url = new URL(address);
  const hash = new URLSearchParams(url.hash.slice(1));
  const find = (name: string) => hash.get(name) ?? url.searchParams.get(name);
  if (find('error_description') !== null || find('error') !== null) {
    return { kind: 'failed', description: FAILURES.get(find('error_code')) ?? UNKNOWN_FAILURE };
  }
  if (hash.has('access_token')) {
    return { kind: hash.get('type') === 'recovery' ? 'recovery' : 'signed_in' };
  }
  if (url.searchParams.has('code')) return { kind: 'signed_in' };
  return { kind: 'plain' };
}
