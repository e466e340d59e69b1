import type { OwnerProof } from '#domain/functions/inputs.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import { AuthError } from '#server/platform/auth/wire/auth-error.ts';
import type { Caller } from '#server/platform/db/caller.ts';
import { FunctionError } from '#server/platform/functions/function.ts';

/** Throws the function's refusal unless the owner has just proved themselves. Returns their email address. */
export async function proveOwner(
  owners: AccountOwners,
  caller: Caller,
  proof: OwnerProof,
): Promise<{ email: string | null }> {
  try {
    return await owners.assertOwner(caller, {
      currentPassword: proof.password ?? null,
      nonce: proof.nonce ?? null,
    });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const message =
      error.code === 'reauthentication_needed'
        ? 'Send the password, or the code that GET /auth/v1/reauthenticate sends by email.'
        : error.message;
    throw new FunctionError(error.status, error.code, message);
  }
}
