import { logProblem } from '../log.ts';
import { type Server, supabase } from '../server/supabase.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Tokens in the URL fragment of an email link or provider redirect; null without any. */
function readTokens(address: string): Tokens | null {
  const hash = new URLSearchParams(new URL(address).hash.slice(1));
  const [access_token, refresh_token] = [hash.get('access_token'), hash.get('refresh_token')];
  return access_token === null || refresh_token === null ? null : { access_token, refresh_token };
}

/**
 * The client, signed in with what the address has brought along, and whether that failed. The client could read the
 * address itself, but only empties it by going on to another one: the back button would still lead to the tokens.
 */
export async function openWithTokens(): Promise<{ server: Server; failed: boolean }> {
  const address = location.href;
  const tokens = readTokens(address);
  if (tokens === null) return { server: await supabase(), failed: false };
  history.replaceState(history.state, '', location.pathname + location.search);
  try {
    const server = await supabase();
    const { error } = await server.auth.setSession(tokens);
    if (error?.name === 'AuthRetryableFetchError') throw error;
    if (error !== null) logProblem('what the link has brought along was refused', error);
    return { server, failed: error !== null };
  } catch (error) {
    // Nobody has seen them yet: loading the page again is another try.
    history.replaceState(history.state, '', address);
    throw error;
  }
}
