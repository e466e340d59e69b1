import { type OwnerProof, ownerProof } from '#domain/functions/inputs.ts';
import { writeAudit } from '#server/platform/auth/audit.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { ProductEvents } from '../events.ts';
import { accountDeletedMail } from './account-mails.ts';
import { ERASING, eraseAccount } from './erase-account.ts';
import { proveOwner } from './prove-owner.ts';
import { userIdOf } from './user-id-of.ts';

export interface DeleteAccountDeps {
  readonly database: Database;
  readonly owners: AccountOwners;
  readonly events: ProductEvents;
  /** Awaited before the response. */
  readonly accountErased?: (() => Promise<void>) | undefined;
}

/**
 * POST /functions/v1/delete-account: erases the caller at once and for good. Ends runs and sessions, deletes
 * rows and files; an anonymous ledger and consent record stay (docs/operating.md).
 */
export function deleteAccountFunction(deps: DeleteAccountDeps): FunctionDefinition<OwnerProof> {
  const { database, owners, events, accountErased } = deps;
  return {
    name: 'delete-account',
    access: 'user',
    input: ownerProof,
    async handle({ input, caller, context }) {
      const userId = userIdOf(caller);
      const { email } = await proveOwner(owners, caller, input);
      const outcome = await database.transaction(async (tx) => {
        const erasure = await eraseAccount(tx, userId);
        if (erasure === 'erased') {
          await writeAudit(tx, { action: 'user_deleted', userId, ip: context.ip, now: new Date() });
        }
        return erasure;
      }, ERASING);
      if (outcome === 'plan_running') {
        throw new FunctionError(
          409,
          'plan_running',
          'Please cancel your plan first so that you aren’t charged again.',
        );
      }
      // A second tab: the account is gone, as wanted.
      if (outcome === 'unknown') throw new FunctionError(404, 'not_found', 'This account no longer exists.');
      await accountErased?.();
      events.accountDeleted({ user_id: userId });
      if (email !== null) owners.tell((sender) => accountDeletedMail(email, sender));
      return { deleted: true };
    },
  };
}
