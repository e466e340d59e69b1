import { FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { isRefusal } from '#web/lib/server/refusal.ts';
import { type TextId, t } from '#web/texts/settings.ts';
import type { ProofKind } from './change-password.ts';

/** Proof sent with a sensitive request; empty right after a sign-in. */
export interface OwnerProof {
  readonly password?: string;
  readonly nonce?: string;
}

export function toProof(kind: ProofKind, typed: string): OwnerProof {
  return kind === 'code' ? { nonce: typed.replace(/\s/g, '') } : { password: typed };
}

export function isProofNeeded(error: unknown): boolean {
  return error instanceof FunctionRefusedError && error.code === 'reauthentication_needed';
}

const REFUSALS: Readonly<Record<string, TextId>> = {
  current_password_invalid: 'settings.password.current_wrong',
  reauthentication_not_valid: 'auth.code.wrong',
  insufficient_aal: 'settings.password.second_factor',
  over_request_rate_limit: 'auth.too_many',
};

/** Errors that the service words for users, because only it knows the reason. */
const WORDED = new Set(['plan_running', 'too_many_exports']);

/** Error message for a refused proof. */
export function proofFailure(error: unknown, otherwise: TextId): string {
  if (error instanceof FunctionRefusedError) {
    const known = REFUSALS[error.code];
    if (known) return t(known);
    if (WORDED.has(error.code)) return error.message;
  }
  return isRefusal(error) || error instanceof FunctionRefusedError ? t(otherwise) : t('auth.network_error');
}
