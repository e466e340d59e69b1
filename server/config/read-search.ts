import { isIP } from 'node:net';
import type { EnvironmentReader } from './read-environment.ts';

/** Source of search results, and hosts in the operator's network that may be read. */
export interface SearchConfig {
  readonly provider: SearchChoice;
  /** Keyed by host and port as in a URL; anything else outside the public internet is rejected. */
  readonly internalHosts: ReadonlyMap<string, InternalHost>;
}

export type SearchChoice =
  /** Search by the AI router, if the text provider is one that has it. */
  | { readonly kind: 'router' }
  | { readonly kind: 'off' }
  | { readonly kind: 'searxng'; readonly url: string }
  | { readonly kind: 'brave' | 'tavily'; readonly url: string | null; readonly apiKey: string };

export interface InternalHost {
  readonly address: string;
  readonly port: number;
}

const CHOICES = ['off', 'router', 'searxng', 'brave', 'tavily'] as const;

export function readSearch(env: EnvironmentReader): SearchConfig {
  return { provider: readChoice(env), internalHosts: readInternalHosts(env) };
}

function readChoice(env: EnvironmentReader): SearchChoice {
  const kind = env.choice('SEARCH_PROVIDER', 'off', CHOICES);
  const url = env.url('SEARCH_BASE_URL', ['http:', 'https:']);
  const apiKey = env.text('SEARCH_API_KEY');
  switch (kind) {
    case 'off':
    case 'router':
      if (url !== null || apiKey !== null)
        env.problem(
          'SEARCH_PROVIDER: must be searxng, brave or tavily if SEARCH_BASE_URL or SEARCH_API_KEY is set',
        );
      return { kind };
    case 'searxng':
      if (url === null) env.problem('SEARCH_BASE_URL: required with SEARCH_PROVIDER=searxng');
      return { kind, url: url ?? '' };
    case 'brave':
    case 'tavily':
      if (apiKey === null) env.problem(`SEARCH_API_KEY: required with SEARCH_PROVIDER=${kind}`);
      return { kind, url, apiKey: apiKey ?? '' };
  }
}

/** `wiki.example=10.0.0.5:8080`: a host name and its address. The port in its URLs is 80 or 443. */
function readInternalHosts(env: EnvironmentReader): ReadonlyMap<string, InternalHost> {
  const hosts = new Map<string, InternalHost>();
  for (const entry of env.list('SEARCH_INTERNAL_HOSTS')) {
    const [, name = '', v6, v4 = '', port = ''] =
      /^([a-z0-9.-]+)=(?:\[([0-9a-f:]+)\]|([0-9.]+)):(\d{1,5})$/.exec(entry) ?? [];
    const address = v6 ?? v4;
    if (isIP(address) === 0 || Number(port) < 1 || Number(port) > 65_535) {
      env.problem(
        'SEARCH_INTERNAL_HOSTS: must be names with their addresses, such as wiki.example=10.0.0.5:80',
      );
      break;
    }
    hosts.set(name, { address, port: Number(port) });
  }
  return hosts;
}
