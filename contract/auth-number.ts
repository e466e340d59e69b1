import type { SupabaseClient } from '@supabase/supabase-js';
import type { AuthWorld } from '#tests/worlds/auth-world.ts';
import { newClient } from './auth-client.ts';

let numbers = 0;

/** A number that nobody has yet. */
export function newNumber(): string {
  numbers += 1;
  return `+4917${String(10_000_000 + numbers)}`;
}

/** As the account stores it. */
export const digitsOf = (phone: string): string => phone.slice(1);

/** Somebody who signed up by number and typed the code. */
export async function newCaller(
  world: AuthWorld,
): Promise<{ phone: string; password: string; client: SupabaseClient; userId: string }> {
  const phone = newNumber();
  const password = `violet kettle ${phone}`;
  const client = newClient(world);
  const asked = await client.auth.signUp({ phone, password });
  if (asked.error) throw asked.error;
  const { data, error } = await client.auth.verifyOtp({
    type: 'sms',
    phone,
    token: await world.codeTo(phone),
  });
  if (error) throw error;
  return { phone, password, client, userId: data.user?.id ?? '' };
}

/** Six digits that are not these. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
