import { z } from 'zod';
import type { SamlSimulator } from '#simulators/identity/start-saml-simulator.ts';
import type { Site } from './person.ts';

const begun = z.object({ url: z.url() });

/** What the app is told in the end. Each step goes to this process, though the site's address is another. */
export async function signInByOpenId(
  site: Site,
  address: string,
  provider: string,
): Promise<URLSearchParams> {
  const start = `${site.url}/auth/v1/authorize?provider=${provider}&redirect_to=${address}/dashboard`;
  const first = await fetch(start, { redirect: 'manual' });
  const there = await fetch(locationOf(first), { redirect: 'manual' });
  const back = locationOf(there).replace(address, site.url);
  return toldBy(await fetch(back, { redirect: 'manual', headers: { cookie: cookiesOf(first) } }));
}

export async function signInBySaml(
  site: Site,
  address: string,
  company: SamlSimulator,
): Promise<URLSearchParams> {
  const first = await fetch(`${site.url}/auth/v1/sso`, {
    method: 'POST',
    headers: { apikey: site.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      domain: 'corp.example',
      redirect_to: `${address}/dashboard`,
      skip_http_redirect: true,
    }),
  });
  const { action, form } = await company.signIn(begun.parse(await first.json()).url);
  const back = action.replace(address, site.url);
  const headers = { cookie: cookiesOf(first) };
  return toldBy(await fetch(back, { method: 'POST', redirect: 'manual', headers, body: form }));
}

const locationOf = (response: Response): string => z.url().parse(response.headers.get('location'));

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

function toldBy(response: Response): URLSearchParams {
  const { hash, search } = new URL(locationOf(response));
  return new URLSearchParams(hash === '' ? search : hash.slice(1));
}
