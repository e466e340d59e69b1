import { createHash } from 'node:crypto';
import type { DelegateInput, Run } from '#domain/functions.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { ProductLimits } from '../limits.ts';
import { readRun } from './read-run.ts';

/** The queue that announces runs to workers. A job holds the run's id only. */
export const RUN_QUEUE = 'run';

export interface Delegation {
  readonly userId: string;
  readonly input: DelegateInput;
  /** Made by the client: the same key is the same delegation, however often it arrives. */
  readonly key: string | null;
  readonly isDemo: boolean;
  readonly limits: Pick<ProductLimits, 'runDeadline' | 'delegations'>;
}

export type DelegationOutcome =
  | { readonly outcome: 'created' | 'repeated'; readonly run: Run }
  | { readonly outcome: DelegationRefused };

export type DelegationRefused =
  | 'key_reused'
  | 'not_found'
  | 'no_profile'
  | 'unverified'
  | 'already_running'
  | 'paused'
  | 'too_many'
  | 'no_credits';

/** Takes the credit, marks the task, makes the run and queues its job: in one transaction, all or nothing. */
export function delegateTask(
  deps: { database: Database; jobs: Jobs },
  delegation: Delegation,
): Promise<DelegationOutcome> {
  return deps.database.transaction(async (tx) => {
    const { outcome, run_id: runId } = await decide(tx, delegation);
    if (outcome !== 'created' && outcome !== 'repeated') return { outcome };
    const run = runId === null ? null : await readRun(tx, delegation.userId, runId);
    // A repeat of a delegation whose task is in the trash by now.
    if (run === null) return { outcome: 'not_found' };
    if (outcome === 'created') await deps.jobs.send(tx, RUN_QUEUE, { run_id: run.id });
    return { outcome, run };
  });
}

interface Decision {
  readonly outcome: 'created' | 'repeated' | DelegationRefused;
  readonly run_id: string | null;
}

async function decide(
  tx: Transaction,
  { userId, input, key, isDemo, limits }: Delegation,
): Promise<Decision> {
  const [decision] = await tx.query<Decision>(
    `select outcome, run_id from private.delegate(
       owner => $1, request => $2::jsonb, request_hash => $3, idempotency_key => $4, demo => $5,
       time_limit => $6 * interval '1 millisecond', at_most => $7, per => $8 * interval '1 second')`,
    [
      userId,
      toRequest(input),
      hashOf(input),
      key,
      isDemo,
      limits.runDeadline,
      limits.delegations?.limit,
      limits.delegations?.seconds,
    ],
  );
  if (!decision) throw new Error('private.delegate answered no row');
  return decision;
}

/** What the run itself needs and the columns do not hold goes into `options`. */
function toRequest({ attachments, image, instruction, mask, ...columns }: DelegateInput): object {
  return { ...columns, options: { attachments, image, instruction, mask } };
}

/** The schema puts the fields in one order, so equal requests have equal texts. */
function hashOf(input: DelegateInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
