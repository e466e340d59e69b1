import { type TextId, t } from '#web/texts/app.ts';

/** How the page was entered, according to the auth service's URL parameters. */
export type PageEntry =
  | { readonly kind: 'plain' }
  /** Returned, signed in, from an emailed link or a provider. */
  | { readonly kind: 'signed_in' }
  /** Opened from a password reset link. */
  | { readonly kind: 'recovery' }
  /** The first of the two links that change an address; the other mailbox must confirm too. */
  | { readonly kind: 'half_changed' }
  /** The link was used, has expired or was refused, or the other service returned without a user. */
  | { readonly kind: 'failed'; readonly description: string };

/**
 * Error texts of links by the service's code. The URL has its message too, but anyone can craft a URL and have
 * their text shown above the password field.
 */
const FAILURES: ReadonlyMap<string | null, TextId> = new Map([
  ['otp_expired', 'auth.link.otp_expired'],
  ['email_exists', 'auth.link.email_exists'],
  ['user_banned', 'auth.link.user_banned'],
  ['over_request_rate_limit', 'auth.link.over_request_rate_limit'],
]);

/** Likewise for returning from another service. */
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

/** Must run before the auth client removes the parameters from the URL. */
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
