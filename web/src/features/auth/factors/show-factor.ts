import { type AuthFailure, askAuth } from '#web/lib/server/ask-auth.ts';
import type { Server } from '#web/lib/server/supabase.ts';
import { factorFailure } from '../failures.ts';
import type { CodeWay, KeyWay, RecoveryWay } from './factor-ways.ts';

/** All but a phone number, which takes two steps. */
type WayOfOneStep = CodeWay | KeyWay | RecoveryWay;

/** Verifies the second factor. Resolves to null if accepted, else to an error message. */
export function showFactor(way: WayOfOneStep, code: string): Promise<string | null> {
  return askAuth(
    ({ mfa }) => show(mfa, way, code),
    (error) => factorFailure(error, way.kind),
  );
}

async function show(
  mfa: Server['auth']['mfa'],
  { kind, id }: WayOfOneStep,
  code: string,
): Promise<{ error: AuthFailure | null }> {
  switch (kind) {
    case 'code':
      return mfa.challengeAndVerify({ factorId: id, code: code.replace(/\s/g, '') });
    case 'key':
      return mfa.webauthn.authenticate({ factorId: id });
    case 'recovery':
      return mfa.recoveryCodes.verify({ code });
  }
}
