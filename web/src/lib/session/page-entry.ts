import { type TextId, t } from '#web/texts/app.ts';

/** How the page was entered, as far as the auth service says in the URL. */
export type PageEntry =
  | { readonly kind: 'plain' }
  /** A mail's link or a provider sent the person back signed in. */
  | { readonly kind: 'signed_in' }
  /** The link of a password mail. */
  | { readonly kind: 'recovery' }
  /** The first of the two links that change the address: the other mailbox is still to answer. */
  | { readonly kind: 'half_changed' }
  /** The link was used before, is too old, or was refused; or the other service has sent nobody back. */
  | { readonly kind: 'failed'; readonly description: string };

/**
 * What can be wrong with a link, by the service's code. Its own sentence stands in the address too, but anybody can
 * write an address, and would have a text of theirs shown above the password field.
 */
const FAILURES: ReadonlyMap<string | null, TextId> = new Map([
  ['otp_expired', 'auth.link.otp_expired'],
  ['email_exists', 'auth.link.email_exists'],
  ['user_banned', 'auth.link.user_banned'],
  ['over_request_rate_limit', 'auth.link.over_request_rate_limit'],
]);

/** The same for the way back from another service. */
const ELSEWHERE: ReadonlyMap<string | null, TextId> = new Map([
  ['access_denied', 'auth.elsewhere.denied'],
  ['bad_oauth_callback', 'auth.elsewhere.refused'],
  ['bad_oauth_state', 'auth.elsewhere.late'],
  ['provider_unreachable', 'auth.elsewhere.unreachable'],
  ['provider_email_needs_verification', 'auth.elsewhere.unverified'],
  ['identity_already_exists', 'auth.elsewhere.taken'],
  ['signup_disabled', 'auth.elsewhere.closed'],
]);

function describe(code: string | null): string {
  const elsewhere = ELSEWHERE.get(code);
  if (elsewhere) return t(elsewhere);
  return t('auth.link.failed', { reason: t(FAILURES.get(code) ?? 'auth.link.unknown') });
}

/** Reads it before the auth client takes the parameters out of the address. */
export function readPageEntry(address: string): PageEntry {
  const url = new URL(address);
  const hash = new URLSearchParams(url.hash.slice(1));
  const find = (name: string) => hash.get(name) ?? url.searchParams.get(name);
  if (find('error_description') !== null || find('error') !== null) {
    return { kind: 'failed', description: describe(find('error_code')) };
  }
  if (hash.has('message')) return { kind: 'half_changed' };
  if (hash.has('access_token')) {
    return { kind: hash.get('type') === 'recovery' ? 'recovery' : 'signed_in' };
  }
  if (url.searchParams.has('code')) return { kind: 'signed_in' };
  return { kind: 'plain' };
}
