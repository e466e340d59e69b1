import type { ProviderError } from '../provider-error/provider-error.ts';
import { adviceFor } from '../text-model/advice.ts';
import { SearchError } from './search.ts';

/** One sentence of what to do where a search engine has failed; null where there is none that helps. */
export function adviceForSearch(
  error: ProviderError,
  { engine, baseUrl }: { readonly engine: string; readonly baseUrl: string | null },
): string | null {
  if (engine === 'searxng' && error.status === 403) {
    return 'SearXNG refuses answers for programs: add json to search.formats in its settings.yml.';
  }
  if (error.kind === 'request' || error.kind === 'protocol') {
    return 'What answers there is not that engine’s API: correct SEARCH_BASE_URL.';
  }
  const settings = {
    keySetting: 'SEARCH_API_KEY',
    baseSetting: 'SEARCH_BASE_URL',
    setting: 'SEARCH_PROVIDER',
  };
  const context = { ...settings, ...(baseUrl !== null && { baseUrl }) };
  // An engine knows no models: what it forbids, it forbids the key.
  return adviceFor(
    error.kind === 'auth' ? new SearchError('auth', '', { retryable: false }) : error,
    context,
  );
}
