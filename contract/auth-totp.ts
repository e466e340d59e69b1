import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import type { AuthWorld } from '#tests/worlds/auth-world.ts';
import { newClient, newUser, type Person } from './auth-client.ts';

/** An authenticator app whose clock goes with the server's. */
export interface TotpApp {
  /** The code of now, or of so many seconds later. */
  readonly codeOf: (secret: string, offset?: number) => string;
  /** The code of the next step: each step opens once. */
  readonly nextCode: (secret: string) => string;
  /** Moves the server's clock and this one. */
  readonly pass: (seconds: number) => void;
}

export function newTotpApp(world: () => AuthWorld): TotpApp {
  let ahead = 0;
  const codeOf = (secret: string, offset = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + (ahead + offset) * 1000,
    });
  const pass = (seconds: number): void => {
    world().pass(seconds);
    ahead += seconds;
  };
  return {
    codeOf,
    pass,
    nextCode(secret) {
      pass(30);
      return codeOf(secret);
    },
  };
}

export async function enrolTotp(
  client: SupabaseClient,
  friendlyName = 'Phone',
): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

/** Somebody with a verified factor, signed in at aal2. */
export async function newCarefulUser(
  world: AuthWorld,
  app: TotpApp,
): Promise<{ person: Person; userId: string; client: SupabaseClient; factorId: string; secret: string }> {
  const { person, client, session } = await newUser(world);
  const { factorId, secret } = await enrolTotp(client);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: app.nextCode(secret) });
  if (error) throw error;
  return { person, userId: session.user.id, client, factorId, secret };
}

/** Another device of somebody, on which the password alone was shown. */
export async function signInByPassword(world: AuthWorld, person: Person): Promise<SupabaseClient> {
  const client = newClient(world);
  const { error } = await client.auth.signInWithPassword(person);
  if (error) throw error;
  return client;
}
