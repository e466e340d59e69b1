import type { ProviderError } from '../provider-error/provider-error.ts';
import { adviceFor } from '../text-model/advice.ts';
import { SearchError } from './search.ts';

/** Returns one sentence of advice on a failed search; null if there is none. */
export function adviceForSearch(
  error: ProviderError,
  { engine, baseUrl }: { readonly engine: string; readonly baseUrl: string | null },
): string | null {
  if (engine === 'searxng' && error.status === 403) {
    return 'SearXNG doesn’t answer programs yet. Add json to search.formats in its settings.yml.';
  }
  if (engine === 'searxng' && error.status === 429) {
    return 'SearXNG takes Errand for a robot. Switch server.limiter off in its settings.yml, or let Errand’s address pass.';
  }
  if (
    engine === 'searxng' &&
    error.kind === 'upstream' &&
    error.cause === undefined &&
    error.status === null
  ) {
    return 'The engines behind SearXNG block it. Choose others in its settings.yml, or an engine with a key (SEARCH_PROVIDER).';
  }
  if (error.kind === 'request' || error.kind === 'protocol') {
    return 'That address isn’t the search engine’s API. Correct SEARCH_BASE_URL.';
  }
  const settings = {
    keySetting: 'SEARCH_API_KEY',
    baseSetting: 'SEARCH_BASE_URL',
    setting: 'SEARCH_PROVIDER',
  };
  const context = { ...settings, ...(baseUrl !== null && { baseUrl }) };
  // A search engine has no models: a forbidden request means a wrong key.
  return adviceFor(
    error.kind === 'auth' ? new SearchError('auth', '', { retryable: false }) : error,
    context,
  );
}
