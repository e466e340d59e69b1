import { logProblem } from '#web/lib/log.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { type Outcome, refused } from '../outcome.ts';

/** An enrolled authenticator app, active once a code was verified. */
export interface BegunApp {
  readonly id: string;
  /** The QR code as a data URL. */
  readonly qrCode: string;
  /** The secret as text, for typing. */
  readonly secret: string;
}

export async function beginApp(friendlyName: string): Promise<Outcome<BegunApp>> {
  return refused<BegunApp>(async ({ auth }) => {
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
    return error
      ? { data: null, error }
      : { data: { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret }, error: null };
  });
}

export function confirmApp(id: string, code: string): Promise<Outcome<unknown>> {
  return refused(({ auth }) => auth.mfa.challengeAndVerify({ factorId: id, code: code.replace(/\s/g, '') }));
}

/** An enrolled number with a code on its way, active once that was verified. */
export interface BegunPhone {
  readonly id: string;
  readonly challengeId: string;
}

export async function beginPhone(friendlyName: string, phone: string): Promise<Outcome<BegunPhone>> {
  const begun = await refused<string>(async ({ auth }) => {
    const { data, error } = await auth.mfa.enroll({ factorType: 'phone', friendlyName, phone });
    return error ? { data: null, error } : { data: data.id, error: null };
  });
  if (begun.refusal !== null) return begun;
  const id = begun.data;
  const asked = await refused<BegunPhone>(async ({ auth }) => {
    const { data, error } = await auth.mfa.challenge({ factorId: id, channel: 'sms' });
    return error ? { data: null, error } : { data: { id, challengeId: data.id }, error: null };
  });
  // Otherwise its name would be taken on the next attempt.
  if (asked.refusal !== null) await forgetBegun(id);
  return asked;
}

export function confirmPhone({ id, challengeId }: BegunPhone, code: string): Promise<Outcome<unknown>> {
  return refused(({ auth }) => auth.mfa.verify({ factorId: id, challengeId, code: code.replace(/\s/g, '') }));
}

export async function addKey(friendlyName: string): Promise<Outcome<unknown>> {
  const outcome = await refused(({ auth }) => auth.mfa.webauthn.register({ friendlyName }));
  // The client doesn't clean up, and the name would be taken on the next attempt.
  if (outcome.refusal !== null) await forgetUnfinishedKey(friendlyName);
  return outcome;
}

async function forgetUnfinishedKey(friendlyName: string): Promise<void> {
  const known = await refused(({ auth }) => auth.mfa.listFactors());
  const begun = known.data?.all.find(
    (factor) => factor.friendly_name === friendlyName && factor.status === 'unverified',
  );
  if (begun) await forgetBegun(begun.id);
}

export function removeFactor(factorId: string): Promise<Outcome<unknown>> {
  return refused(async ({ auth }) => {
    const { error } = await auth.mfa.unenroll({ factorId });
    // The session's level may have changed, and the cached user with it.
    if (!error) await auth.refreshSession();
    return error ? { data: null, error } : { data: null, error: null };
  });
}

/** Removes an unfinished factor. The server does so itself after five minutes. */
export async function forgetBegun(factorId: string): Promise<void> {
  try {
    const { auth } = await supabase();
    const { error } = await auth.mfa.unenroll({ factorId });
    if (error) throw error;
  } catch (error) {
    logProblem('a factor that was begun could not be taken back', error);
  }
}
