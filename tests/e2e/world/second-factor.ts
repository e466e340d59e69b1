import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import type { Person } from './accounts.ts';
import { apiOf } from './api-of.ts';

/**
 * What an authenticator app shows. Each step opens once, and the server takes the one before and the one after too:
 * a test that shows an `earlier`, a `current` and a `later` one needs not wait half a minute for each.
 */
export async function appCode(secret: string, step: 'earlier' | 'current' | 'later'): Promise<string> {
  const offset = { earlier: -30_000, current: 0, later: 30_000 }[step];
  const left = () => 30_000 - (Date.now() % 30_000);
  // Not at the end of a step, after which an earlier one would be too old.
  while (left() < 5_000) await new Promise((resolve) => setTimeout(resolve, left()));
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset });
}

export interface SecondFactor {
  readonly client: SupabaseClient;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Gives the person an authenticator app and recovery codes, without a browser. Shows an `earlier` code. */
export async function addFactor(url: string, person: Person): Promise<SecondFactor> {
  const client = await apiOf(url, person);
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
  if (error) throw error;
  const { secret } = data.totp;
  const code = await appCode(secret, 'earlier');
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  const made = await client.auth.mfa.recoveryCodes.generate();
  if (made.error) throw made.error;
  return { client, secret, recoveryCodes: made.data.codes };
}
