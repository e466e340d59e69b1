import { accountExport } from '#domain/functions/answers.ts';
import { type OwnerProof, ownerProof } from '#domain/functions/inputs.ts';
import { newToken } from '#server/lib/ids.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { proveOwner } from '../accounts/prove-owner.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { ProductLimits } from '../limits.ts';

export const EXPORT_QUEUE = 'export-account';

export interface ExportAccountDeps {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly owners: AccountOwners;
  readonly limiter: RateLimiter;
  readonly limits: ProductLimits;
}

/**
 * POST /functions/v1/export-account: starts an archive of all the caller's data. 202 with the export, whose
 * progress is in `account_exports`; returns the same one while it is being made.
 */
export function exportAccountFunction(deps: ExportAccountDeps): FunctionDefinition<OwnerProof> {
  const { database, jobs, owners, limiter, limits } = deps;
  return {
    name: 'export-account',
    access: 'user',
    input: ownerProof,
    async handle({ input, caller }) {
      const userId = userIdOf(caller);
      await proveOwner(owners, caller, input);
      const taken = await limiter.take(`export:${userId}`, limits.exports);
      if (!taken.ok) {
        throw new FunctionError(
          429,
          'too_many_exports',
          'You’ve exported your data too many times today. Please try again tomorrow.',
        );
      }
      const begun = await database.transaction(async (tx) => {
        const [row] = await tx.query<{ export: unknown; is_new: boolean }>(
          'select to_jsonb(b.export) as export, b.is_new from private.begin_export($1, $2) b',
          [userId, newToken(18)],
        );
        const known = accountExport.parse(row?.export);
        if (row?.is_new) await jobs.send(tx, EXPORT_QUEUE, { export_id: known.id });
        return known;
      });
      return Response.json({ export: begun }, { status: 202 });
    },
  };
}
