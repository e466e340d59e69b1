import type { AiTaskType } from '#domain/ai-task.ts';
import { OUTPUT_BUCKET } from '#domain/attachments.ts';
import { withoutDemoLabel } from '#domain/demo/demo-label.ts';
import { toPreview } from '#domain/preview.ts';
import type { RunFile } from '#domain/rows/response-row.ts';
import { ANSWER_MINUTES, type RunQuestion } from '#domain/run/questions.ts';
import type { RunStateEvent } from '#domain/run/run-events.ts';
import type { RunErrorCode } from '#domain/run/run-messages.ts';
import { runErrorMessage } from '#domain/run/run-messages.ts';
import type { RunStep } from '#domain/run/run-steps.ts';
import type { Database, Runner } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { KeptOutput } from '../ai/contract/keep-contract.ts';
import type { PriceList } from '../ai/models/prices.ts';
import type { CallRefused, CallUsage, PlannedCall, RunJournal } from '../ai/tool.ts';
import { type Budgets, budgetsOf } from '../limits.ts';
import { RUN_QUEUE } from './delegate-task.ts';
import { QUESTION_MAIL_QUEUE } from './mail-question.ts';
import { moneyLeft } from './money-left.ts';
import { stripNul, toStorableJson } from './strip-nul.ts';

/**
 * A run held by this worker, with the attempt that claimed it. Fences every write, so that a late one is
 * refused.
 */
export interface HeldRun {
  readonly runId: string;
  readonly attempt: number;
}

export interface ClaimedRun extends HeldRun {
  readonly userId: string;
  /** Its leases that expired before. */
  readonly losses: number;
  /** The server has died repeatedly with it, at last with nothing else running. */
  readonly kills: boolean;
  /** Provider calls made before, by any worker. */
  readonly calls: number;
  /** Milliseconds until its deadline, by the database's clock; negative when it has passed. */
  readonly timeLeft: number;
}

export interface RunStoreOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  /** Name under which this process holds runs. */
  readonly holder: string;
  readonly lease: number;
  readonly runsPerUser: number;
  readonly budgets: Budgets;
  readonly stepCalls: number;
  readonly prices: PriceList;
}

/** A recorded call, or why it must not be made. `lost`: another worker has the run. */
export type CallDecision = { readonly callId: number } | { readonly refused: CallRefused['why'] | 'lost' };

export type RunStore = ReturnType<typeof createRunStore>;

/** Who sees the question in the app has answered by then, or is about to. */
const MAIL_AFTER = 60_000;

const MILLISECOND = "interval '1 millisecond'";

/** Database access of a worker. Writers return false (or null) if it no longer holds the run. */
export function createRunStore({ database, jobs, holder, lease, prices, ...limits }: RunStoreOptions) {
  async function ask<T>(expression: string, values: readonly unknown[]): Promise<T> {
    const [row] = await database.query<{ answer: T }>(`select ${expression} as answer`, values);
    if (!row) throw new Error(`no answer to ${expression}`);
    return row.answer;
  }

  return {
    /** Null if the run has ended, is held by another worker, isn't due, or its owner has too many live runs. */
    async claim(runId: string): Promise<ClaimedRun | null> {
      const [row] = await database.query<Claim>(
        `select * from private.claim_run($1, $2, $3 * ${MILLISECOND}, $4)`,
        [runId, holder, lease, limits.runsPerUser],
      );
      if (!row) return null;
      const { owner: userId, time_left: timeLeft, attempt, losses, kills, calls } = row;
      return { runId, userId, attempt, losses, kills, calls, timeLeft };
    },

    /** Runs that wait for a worker or whose worker is gone, chosen fairly. */
    async due(atMost: number): Promise<string[]> {
      const rows = await database.query<{ id: string }>('select id from private.due_runs($1, $2) as id', [
        limits.runsPerUser,
        atMost,
      ]);
      return rows.map((row) => row.id);
    },

    /** Seconds for which a run has waited that a worker could take up. 0: none waits. */
    async longestWait(): Promise<number> {
      const [row] = await database.query<{ seconds: number | null }>(
        `select extract(epoch from max(now() - l.not_before))::float8 as seconds
         from private.due_runs($1, 1000) as due (id) join private.run_leases l on l.run_id = due.id`,
        [limits.runsPerUser],
      );
      return row?.seconds ?? 0;
    },

    /**
     * At startup: requeues what an earlier life of this process held; on an embedded database that is
     * everything. After several deaths, delayed by `wait` seconds.
     */
    async beginLife(): Promise<{ readonly lost: number; readonly wait: number }> {
      const [row] = await database.query<{ lost: number; wait: number }>(
        'select lost, wait from private.begin_life($1, $2)',
        [holder, database.engine === 'pglite'],
      );
      if (!row) throw new Error('private.begin_life answered no row');
      return row;
    },

    /** At shutdown, when no runs are held: a process that hasn't called this has died. */
    endLife: (): Promise<unknown> => database.query('select private.end_life($1)', [holder]),

    /** Renews the leases of all held runs. Returns those that are no longer held. */
    async heartbeat(runs: readonly HeldRun[]): Promise<string[]> {
      const rows = await database.query<{ id: string }>(
        `select id from private.heartbeat_runs($1, $2::uuid[], $3::integer[], $4 * ${MILLISECOND}) as id`,
        [holder, runs.map((run) => run.runId), runs.map((run) => run.attempt), lease],
      );
      return rows.map((row) => row.id);
    },

    async savePartialTexts(texts: readonly (HeldRun & { text: string })[]): Promise<void> {
      await database.query('select private.save_partial_texts($1::uuid[], $2::integer[], $3::text[])', [
        texts.map((run) => run.runId),
        texts.map((run) => run.attempt),
        texts.map((run) => stripNul(run.text)),
      ]);
    },

    addSteps: ({ runId, attempt }: HeldRun, steps: readonly (RunStep | RunStateEvent)[]): Promise<boolean> =>
      ask('private.add_run_steps($1, $2, $3::jsonb)', [runId, attempt, toStorableJson(steps)]),

    /**
     * Records a provider call, with its reserve, before it is made; idempotent by key. `calls`: maximum for a
     * run of this tool.
     */
    async beginCall(
      { runId, attempt }: HeldRun,
      call: PlannedCall & { readonly key: string },
      { type, calls }: { readonly type: AiTaskType; readonly calls: number },
    ): Promise<CallDecision> {
      const left = moneyLeft(call, budgetsOf(type, limits.budgets), prices);
      const [row] = await database.query<{ call_id: number | null; refused: CallRefused['why'] | 'lost' }>(
        'select call_id, refused from private.begin_provider_call($1, $2, $3::jsonb, $4::jsonb)',
        [
          runId,
          attempt,
          toStorableJson({
            key: call.key,
            action: call.step,
            model: call.model,
            prompt_tokens: Math.ceil(call.promptTokens),
            max_tokens: call.maxTokens,
            usd: prices.worstCost(call),
          }),
          toStorableJson({
            calls,
            step_calls: limits.stepCalls,
            run_usd: left.runUsd,
            user_usd: left.userDayUsd,
            instance_usd: left.instanceDayUsd,
          }),
        ],
      );
      if (!row) throw new Error('private.begin_provider_call answered no row');
      return row.call_id === null ? { refused: row.refused } : { callId: row.call_id };
    },

    /** Records the usage of a call, which releases the rest of its reserve. */
    async settleCall(callId: number, model: string, usage: CallUsage | null): Promise<void> {
      await database.query('select private.settle_provider_call($1, $2::jsonb, $3)', [
        callId,
        toStorableJson(usage ?? {}),
        prices.cost(model, usage),
      ]);
    },

    async readJournal({ runId, attempt }: HeldRun, version: string): Promise<ReadonlyMap<string, unknown>> {
      const rows = await database.query<{ action: string; result: unknown }>(
        'select action, result from private.read_journal($1, $2, $3)',
        [runId, attempt, version],
      );
      return new Map(rows.map(({ action, result }) => [action, result]));
    },

    recordAction: (
      { runId, attempt }: HeldRun,
      { step, version, result, lines }: Parameters<RunJournal['record']>[0],
    ): Promise<boolean> =>
      ask('private.record_action($1, $2, $3, $4, $5::jsonb, $6::jsonb)', [
        runId,
        attempt,
        step,
        version,
        toStorableJson(result),
        toStorableJson(lines),
      ]),

    async noteGeneration(callId: number, generationId: string): Promise<void> {
      await database.query('update private.provider_calls set generation_id = $2 where id = $1', [
        callId,
        stripNul(generationId),
      ]);
    },

    /**
     * Stores answer, files, state and events in one transaction. Also true if this attempt has stored them
     * before.
     */
    finish: (run: HeldRun, output: TitledOutput, files: readonly RunFile[]): Promise<boolean> =>
      // A single statement is its own transaction: one message instead of two on the embedded database.
      files.length === 0
        ? finishRun(database, run, output, files)
        : database.transaction(async (tx) => {
            if (!(await finishRun(tx, run, output, files))) return false;
            const made = [run.runId, toStorableJson(files)];
            await tx.query('select private.note_task_files($1, true, $2::jsonb)', made);
            // It has the files too, and nobody reads it any more.
            await tx.query('delete from private.run_journal where run_id = $1', [run.runId]);
            return true;
          }),

    /** Those of the files that belong to no task, in the list or in the trash. */
    async ownerless(files: readonly RunFile[]): Promise<readonly RunFile[]> {
      if (files.length === 0) return files;
      const rows = await database.query<{ path: string }>(
        'select path from public.task_files where bucket = $1 and path = any ($2::text[])',
        [OUTPUT_BUCKET, files.map(({ path }) => path)],
      );
      return files.filter(({ path }) => !rows.some((row) => row.path === path));
    },

    /** Refunds the credit, once. */
    fail: ({ runId, attempt }: HeldRun, code: RunErrorCode, type: AiTaskType): Promise<boolean> =>
      ask('private.fail_run($1, $2, $3, $4)', [runId, attempt, code, runErrorMessage(code, type)]),

    /** Takes the credit of a run that was begun without one, with the defaults of unanswered questions. Idempotent. */
    pay: ({ runId, attempt }: HeldRun): Promise<'paid' | 'no_credits' | 'lost'> =>
      ask('private.pay_run($1, $2)', [runId, attempt]),

    /** Lets the run wait for answers, without a credit; then any worker claims it and takes the defaults. */
    askPerson: ({ runId, attempt }: HeldRun, questions: readonly RunQuestion[]): Promise<boolean> =>
      database.transaction(async (tx) => {
        const [row] = await tx.query<{ until: Date | null; mail_at: Date }>(
          `select private.ask_run($1, $2, $3::jsonb, $4 * interval '1 minute') as until,
             clock_timestamp() + $5 * ${MILLISECOND} as mail_at`,
          [runId, attempt, toStorableJson(questions), ANSWER_MINUTES, MAIL_AFTER],
        );
        if (!row?.until) return false;
        await jobs.send(tx, RUN_QUEUE, { run_id: runId }, { startAfter: row.until });
        await jobs.send(tx, QUESTION_MAIL_QUEUE, { run_id: runId }, { startAfter: row.mail_at });
        return true;
      }),

    /** Requeues the run, to be claimed by any worker after `wait` milliseconds. */
    release: ({ runId, attempt }: HeldRun, wait: number, event: Release): Promise<boolean> =>
      database.transaction(async (tx) => {
        const [row] = await tx.query<{ at: Date | null }>(
          `select private.release_run($1, $2, $3 * ${MILLISECOND}, $4, $5::jsonb) as at`,
          [runId, attempt, wait, event.key, toStorableJson(event.params)],
        );
        if (!row?.at) return false;
        await jobs.send(tx, RUN_QUEUE, { run_id: runId }, { startAfter: row.at });
        return true;
      }),
  };
}

async function finishRun(
  runner: Runner,
  { runId, attempt }: HeldRun,
  output: TitledOutput,
  files: readonly RunFile[],
): Promise<boolean> {
  const [row] = await runner.query<{ answer: boolean }>(
    'select private.finish_run($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::jsonb, $9::jsonb) as answer',
    [
      runId,
      attempt,
      stripNul(output.content),
      stripNul(previewOf(output)),
      stripNul(output.modelUsed),
      toStorableJson(output.notices),
      toStorableJson(files),
      output.evidence ? toStorableJson(output.evidence) : null,
      output.contract ? toStorableJson(output.contract) : null,
    ],
  );
  return row?.answer === true;
}

/** A demo's slip has its own label. */
function previewOf({ content, notices, title }: TitledOutput): string {
  return toPreview(notices.some(({ key }) => key === 'demo') ? withoutDemoLabel(content) : content, title);
}

interface TitledOutput extends KeptOutput {
  /** Of the task. */
  readonly title: string;
}

interface Claim {
  readonly owner: string;
  readonly attempt: number;
  readonly losses: number;
  readonly kills: boolean;
  readonly calls: number;
  readonly time_left: number;
}

/** The database adds `resume_at`. */
export type Release =
  | { readonly key: 'waiting'; readonly params: { readonly code: RunErrorCode } }
  | { readonly key: 'requeued'; readonly params: Record<string, never> };
