import type { AuthWorld } from '#tests/worlds/auth-world.ts';
import { Browser } from './auth-browser.ts';
import { fragmentOf, newClient } from './auth-client.ts';

/** The services that the tests' worlds know: with OpenID Connect, with OAuth 2 alone, and one that posts its answers. */
export type Elsewhere = 'google' | 'github' | 'apple';

/** Where a client sends its browser to sign in with another service. */
export async function wayElsewhere(
  world: AuthWorld,
  provider: Elsewhere,
  options: object = {},
): Promise<string> {
  const { data } = await newClient(world).auth.signInWithOAuth({
    provider,
    options: { skipBrowserRedirect: true, ...options },
  });
  return data.url ?? '';
}

/** There and back in a new browser, and what the app is told in the end. */
export async function signInElsewhere(
  world: AuthWorld,
  provider: Elsewhere = 'google',
): Promise<Record<string, string>> {
  return fragmentOf(await new Browser(world).travel(await wayElsewhere(world, provider)));
}
