import { type CancelRunInput, cancelRunInput } from '#domain/functions/inputs.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { ProductEvents } from '../events.ts';
import { namesOfRun, readRun } from './read-run.ts';

/**
 * POST /functions/v1/cancel-run: cancels a run and refunds its credit, or returns the state it had already
 * reached. Its worker is notified and closes the provider's connection.
 */
export function cancelRunFunction(deps: {
  database: Database;
  events: ProductEvents;
}): FunctionDefinition<CancelRunInput> {
  return {
    name: 'cancel-run',
    access: 'user',
    input: cancelRunInput,
    async handle({ input, caller }) {
      const userId = userIdOf(caller);
      const { cancelled, run } = await deps.database.transaction(async (tx) => {
        const [answer] = await tx.query<{ cancelled: boolean | null }>(
          'select private.cancel_run($1, $2) as cancelled',
          [userId, input.run_id],
        );
        return { cancelled: answer?.cancelled === true, run: await readRun(tx, userId, input.run_id) };
      });
      if (!run) throw new FunctionError(404, 'not_found', 'Run not found.');
      if (cancelled) {
        deps.events.runCancelled(namesOfRun(run));
      }
      return { run };
    },
  };
}
