import { type AnswerRunInput, answerRunInput } from '#domain/functions/inputs.ts';
import { RUN_ERROR_MESSAGES } from '#domain/run/run-messages.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { type FunctionDefinition, FunctionError } from '#server/platform/functions/function.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { userIdOf } from '../accounts/user-id-of.ts';
import type { ProductEvents } from '../events.ts';
import { RUN_QUEUE } from './delegate-task.ts';
import { namesOfRun, readRun } from './read-run.ts';
import { toStorableJson } from './strip-nul.ts';

type Outcome = 'answered' | 'late' | 'no_credits';

/**
 * POST /functions/v1/answer-run: answers a run's questions, takes its credit and lets it begin. The first answer wins:
 * a later one is told so (`accepted`), and gets the run as it is. Without a credit, the run fails.
 */
export function answerRunFunction(deps: {
  database: Database;
  jobs: Jobs;
  events: ProductEvents;
}): FunctionDefinition<AnswerRunInput> {
  return {
    name: 'answer-run',
    access: 'user',
    input: answerRunInput,
    async handle({ input: { run_id: runId, answers }, caller }) {
      const userId = userIdOf(caller);
      const { before, outcome, run } = await deps.database.transaction(async (tx) => {
        const known = await readRun(tx, userId, runId);
        const made = await answer(tx, { userId, runId, answers });
        const isNew = known?.status === 'waiting' && made === 'answered';
        if (isNew) await deps.jobs.send(tx, RUN_QUEUE, { run_id: runId });
        return { before: known, outcome: made, run: await readRun(tx, userId, runId) };
      });
      if (!run || outcome === null) throw new FunctionError(404, 'not_found', 'Run not found.');
      if (before?.status === 'waiting') {
        if (outcome === 'answered') deps.events.runPaid({ run_id: run.id });
        if (outcome === 'no_credits')
          deps.events.runFailed({ ...namesOfRun(run), attempt: run.attempt, code: 'no_credits' });
      }
      return { run, accepted: outcome !== 'late' };
    },
  };
}

async function answer(
  tx: Transaction,
  { userId, runId, answers }: { userId: string; runId: string; answers: AnswerRunInput['answers'] },
): Promise<Outcome | null> {
  const [row] = await tx.query<{ outcome: Outcome | null }>(
    'select private.answer_run($1, $2, $3::jsonb, $4) as outcome',
    [userId, runId, toStorableJson(answers), RUN_ERROR_MESSAGES.no_credits],
  );
  return row?.outcome ?? null;
}
