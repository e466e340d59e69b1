import { createHash } from 'node:crypto';
import { type AiTaskType, DEFAULT_IMAGE_OPTIONS, TOOLS } from '#domain/ai-task.ts';
import { type ContractFile, contractOf } from '#domain/contract/contract-of.ts';
import type { RunContract } from '#domain/contract/run-contract.ts';
import { type WholeRun, wholeRun } from '#domain/functions/answers.ts';
import type { DelegateInput } from '#domain/functions/inputs.ts';
import type { ImageOptions } from '#domain/image-options.ts';
import type { Database, Runner, Transaction } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { CheckedAttachment } from '../files/check-attachments.ts';
import type { ProductLimits } from '../limits.ts';
import { readRun } from './read-run.ts';
import { toStorableJson } from './strip-nul.ts';

/** Queue that announces runs to workers. A job only holds the run's id. */
export const RUN_QUEUE = 'run';

/** A delegation whose files haven't been inspected. */
export interface AskedDelegation {
  readonly userId: string;
  readonly input: DelegateInput;
  /** Client-generated idempotency key: the same key is the same delegation. */
  readonly key: string | null;
  readonly isDemo: boolean;
  /** It may be asked about before its credit is taken, if the task is a mere title and its owner wants to be asked. */
  readonly mayAsk: boolean;
  readonly limits: Pick<ProductLimits, 'runDeadline' | 'delegations' | 'budgets'>;
}

export interface Delegation extends AskedDelegation {
  /** Inspected, and found usable. */
  readonly attachments: readonly CheckedAttachment[];
  /** What is known of them. */
  readonly files: readonly ContractFile[];
}

export type DelegationOutcome =
  | { readonly outcome: 'created' | 'repeated'; readonly run: WholeRun }
  | { readonly outcome: DelegationRefused };

export type DelegationRefused =
  | 'key_reused'
  | 'not_found'
  | 'no_profile'
  | 'unverified'
  | 'already_running'
  | 'paused'
  | 'too_many'
  | 'no_credits'
  | 'spent';

/**
 * Decides a delegation as far as possible without its files: a repeat returns the first run although its files
 * may be gone, and for users who may not delegate no file is inspected. Null if the files decide.
 */
export async function precheck(
  { database }: { database: Database },
  asked: AskedDelegation,
): Promise<DelegationOutcome | null> {
  const { userId, input, isDemo, limits } = asked;
  const known = await findKnown(database, asked);
  if (known) {
    if (known.request_hash !== hashOf(input)) return { outcome: 'key_reused' };
    const run = await readRun(database, userId, known.run_id);
    return run ? { outcome: 'repeated', run } : { outcome: 'not_found' };
  }
  if (!isDemo && (await isSpent(database, asked))) return { outcome: 'spent' };
  const [row] = await database.query<{ outcome: DelegationRefused | null }>(
    `select private.refuse_delegation(
       owner => $1, request => $2::jsonb, demo => $3, at_most => $4, per => $5 * interval '1 second') as outcome`,
    [userId, toRequest(input, []), isDemo, limits.delegations?.limit, limits.delegations?.seconds],
  );
  return row?.outcome ? { outcome: row.outcome } : null;
}

/** Takes the credit, unless the run may still ask, marks the task, creates the run and queues its job, in one transaction. */
export function delegateTask(
  deps: { database: Database; jobs: Jobs },
  delegation: Delegation,
): Promise<DelegationOutcome> {
  return deps.database.transaction(async (tx) => {
    const { outcome, run: made } = await decide(tx, delegation);
    if (outcome !== 'created' && outcome !== 'repeated') return { outcome };
    // A repeat of a delegation whose task is in the trash by now.
    if (made === null) return { outcome: 'not_found' };
    const run = wholeRun.parse(made);
    if (outcome === 'created' && delegation.attachments.length > 0) {
      await tx.query('select private.note_task_files($1, false, $2::jsonb)', [
        run.id,
        toStorableJson(delegation.attachments),
      ]);
    }
    if (outcome === 'created') await deps.jobs.send(tx, RUN_QUEUE, { run_id: run.id });
    return { outcome, run };
  });
}

interface Decision {
  readonly outcome: 'created' | 'repeated' | DelegationRefused;
  readonly run: unknown;
}

async function decide(
  tx: Transaction,
  { userId, input, attachments, files, key, isDemo, mayAsk, limits }: Delegation,
): Promise<Decision> {
  const contract = isDemo ? null : contractFor(input, files);
  const [decision] = await tx.query<Decision>(
    `select outcome, run from private.delegate_within_budgets(
       owner => $1, request => $2::jsonb, request_hash => $3, idempotency_key => $4, demo => $5,
       time_limit => $6 * interval '1 millisecond', at_most => $7, per => $8 * interval '1 second',
       user_budget => $9, instance_budget => $10)`,
    [
      userId,
      { ...toRequest(input, attachments), contract, may_ask: mayAsk },
      hashOf(input),
      key,
      isDemo,
      limits.runDeadline,
      limits.delegations?.limit,
      limits.delegations?.seconds,
      limits.budgets.userDayUsd,
      limits.budgets.instanceDayUsd,
    ],
  );
  if (!decision) throw new Error('the delegation was not decided');
  return decision;
}

interface KnownDelegation {
  readonly run_id: string;
  readonly request_hash: string;
}

async function findKnown(
  runner: Runner,
  { userId, key }: AskedDelegation,
): Promise<KnownDelegation | undefined> {
  const [known] = await runner.query<KnownDelegation>(
    'select run_id, request_hash from private.delegation_keys where user_id = $1 and key = $2',
    [userId, key],
  );
  return known;
}

async function isSpent(runner: Runner, { userId, limits: { budgets } }: AskedDelegation): Promise<boolean> {
  const [row] = await runner.query<{ spent: boolean }>('select private.is_over_budget($1, $2, $3) as spent', [
    userId,
    budgets.userDayUsd,
    budgets.instanceDayUsd,
  ]);
  return row?.spent === true;
}

/** The demo has prepared results, and promises nothing. */
const contractFor = (input: DelegateInput, files: readonly ContractFile[]): RunContract =>
  contractOf(input.ai_task_type, {
    language: input.language,
    wish: input.wish ?? null,
    instruction: input.instruction ?? null,
    image: input.image ?? usualImage(input.ai_task_type) ?? null,
    files,
  });

/** Puts into `options` what the run needs and has no column for. */
function toRequest(input: DelegateInput, attachments: readonly CheckedAttachment[]): object {
  const { attachments: _paths, image, instruction, wish, brief, mask, ...columns } = input;
  return {
    ...columns,
    options: {
      attachments,
      image: image ?? usualImage(input.ai_task_type),
      instruction,
      wish,
      brief,
      mask,
    },
  };
}

/** An edit keeps the picture's shape unless another is chosen. */
function usualImage(type: AiTaskType): ImageOptions | undefined {
  const { makes, edits } = TOOLS[type];
  if (makes === 'text') return undefined;
  return edits ? { ...DEFAULT_IMAGE_OPTIONS, aspect_ratio: 'original' } : DEFAULT_IMAGE_OPTIONS;
}

/** The schema orders the fields, so equal requests serialise equally. */
function hashOf(input: DelegateInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
