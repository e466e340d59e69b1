/** How a page was reached, as far as the auth service tells it in the address. */
export type Arrival =
  | { readonly kind: 'plain' }
  /** A mail's link or a provider sent the person back signed in. */
  | { readonly kind: 'signed_in' }
  /** The link of a password mail. */
  | { readonly kind: 'recovery' }
  /** The link was used before, is too old, or was refused. `description` is the service's own sentence. */
  | { readonly kind: 'failed'; readonly description: string };

/** Reads it before the auth client takes the parameters out of the address. */
export function readArrival(address: string): Arrival {
  const url = new URL(address);
  const hash = new URLSearchParams(url.hash.slice(1));
  const find = (name: string) => hash.get(name) ?? url.searchParams.get(name);
  const error = find('error_description') ?? find('error');
  if (error !== null) return { kind: 'failed', description: error };
  if (hash.has('access_token')) {
    return { kind: hash.get('type') === 'recovery' ? 'recovery' : 'signed_in' };
  }
  if (url.searchParams.has('code')) return { kind: 'signed_in' };
  return { kind: 'plain' };
}
