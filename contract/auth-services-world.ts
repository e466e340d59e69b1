import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  type IdentitySimulator,
  startIdentitySimulator,
} from '#simulators/identity/start-identity-simulator.ts';
import { type AuthWorld, type AuthWorldOptions, openAuthWorld } from '#tests/worlds/auth-world.ts';
import { openIdentityProviders } from '#tests/worlds/identity-providers.ts';

/** Set by hooks: there from the first test on. */
export interface ServicesWorld {
  readonly world: AuthWorld;
  readonly simulator: IdentitySimulator;
  /** Of the person at the other services, who is somebody new in each test. */
  readonly email: string;
  /** What that person is called there. */
  readonly sub: string;
}

/**
 * A server that lets people in from a simulated service, for the tests of one file. `name` begins their addresses;
 * `options` are added to the server's own.
 */
export function servicesWorld(
  name: string,
  options: (simulator: IdentitySimulator) => AuthWorldOptions = () => ({}),
): ServicesWorld {
  let parts: Pick<ServicesWorld, 'world' | 'simulator'> | undefined;
  let people = 0;
  const opened = () => {
    if (!parts) throw new Error('the world is opened before the first test');
    return parts;
  };
  beforeAll(async () => {
    const simulator = await startIdentitySimulator();
    const identityProviders = openIdentityProviders(simulator);
    parts = { simulator, world: await openAuthWorld({ identityProviders, ...options(simulator) }) };
  });
  afterAll(async () => {
    await opened().world.close();
    await opened().simulator.close();
  });
  const who = () => ({ sub: `${name}-${people}`, email: `${name}-${people}@example.org` });
  beforeEach(() => {
    people += 1;
    opened().simulator.setPerson({ ...who(), email_verified: true, name: 'Ada' });
  });
  afterEach(() => opened().simulator.setFault('none'));
  return {
    get world() {
      return opened().world;
    },
    get simulator() {
      return opened().simulator;
    },
    get email() {
      return who().email;
    },
    get sub() {
      return who().sub;
    },
  };
}
