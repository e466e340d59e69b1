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
 * Signs in with the tokens in the URL, if any, and returns the client and whether that failed. The client could
 * read the URL itself, but clears it with a new history entry, so that Back would lead to the tokens.
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
    // The server never saw the tokens: reloading the page retries.
    history.replaceState(history.state, '', address);
    throw error;
  }
}
