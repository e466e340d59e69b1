import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type IdentitySimulator,
  startIdentitySimulator,
} from '#simulators/identity/start-identity-simulator.ts';
import { type AuthWorld, openAuthWorld } from '#tests/auth-world.ts';
import { openIdentityProviders } from '#tests/identity-providers.ts';
import { signInElsewhere } from './auth-elsewhere.ts';

let world: AuthWorld;
let simulator: IdentitySimulator;
const logged: string[] = [];
beforeAll(async () => {
  simulator = await startIdentitySimulator();
  world = await openAuthWorld({ identityProviders: openIdentityProviders(simulator), logged });
});
afterAll(async () => {
  await world.close();
  await simulator.close();
});

let people = 0;
let email = '';
beforeEach(() => {
  people += 1;
  email = `services-${people}@example.org`;
  simulator.setPerson({ sub: `services-${people}`, email, email_verified: true, name: 'Ada' });
});
afterEach(() => {
  simulator.setFault('none');
  logged.length = 0;
});

describe('who an answer says that it comes from', () => {
  test('is the service itself, though that is no bare origin', async () => {
    expect((await signInElsewhere(world, 'github'))['access_token']).toBeDefined();
    const identities = await world.database.query(
      `select identity_data ->> 'iss' as iss from auth.identities where identity_data ->> 'email' = $1`,
      [email],
    );
    // As for everybody who signed in before the service named itself.
    expect(identities).toEqual([{ iss: simulator.url }]);
  });

  test('may be left out by a service of OAuth 2', async () => {
    simulator.setFault('unnamed');
    expect((await signInElsewhere(world, 'github'))['access_token']).toBeDefined();
  });

  test.each([
    ['google', 'unnamed'],
    ['google', 'foreign-sender'],
    ['github', 'foreign-sender'],
  ] as const)('is believed by nobody otherwise: %s, %s', async (provider, fault) => {
    simulator.setFault(fault);
    const landed = await signInElsewhere(world, provider);
    expect(landed).toMatchObject({ error_code: 'bad_oauth_callback' });
    expect(landed['access_token']).toBeUndefined();
    expect(logged).toEqual([expect.stringContaining('iss')]);
  });
});
