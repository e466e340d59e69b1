import type { WebSimulator } from '#simulators/web/start-web-simulator.ts';

/** The simulated hosts, as a page reader is told of hosts inside its own network. */
export function hostsOf({
  hosts,
  port,
}: WebSimulator): ReadonlyMap<string, { address: string; port: number }> {
  return new Map(hosts.map((host) => [host, { address: '127.0.0.1', port }]));
}

/** The same as the setting SEARCH_INTERNAL_HOSTS. */
function hostSetting(web: WebSimulator): string {
  return web.hosts.map((host) => `${host}=127.0.0.1:${web.port}`).join(',');
}

/** The settings of an installation that searches and reads the simulated web. */
export const searchSettings = (web: WebSimulator): Readonly<Record<string, string>> => ({
  SEARCH_PROVIDER: 'searxng',
  SEARCH_BASE_URL: web.url,
  SEARCH_INTERNAL_HOSTS: hostSetting(web),
});
