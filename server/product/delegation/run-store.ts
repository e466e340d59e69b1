import { withoutDemoLabel } from '#domain/demo-label.ts';
import { toPreview } from '#domain/preview.ts';
import type { RunStateEvent } from '#domain/run-events.ts';
import { RUN_ERROR_MESSAGES, type RunErrorCode } from '#domain/run-messages.ts';
import type { RunStep } from '#domain/run-steps.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { PlannedCall, ToolOutput } from '../ai/tool.ts';
import { RUN_QUEUE } from './delegate-task.ts';
import { storable, toStorableJson } from './storable.ts';

/** A run in this worker's hands, by the attempt that took it. Every write names both, so that a late one is refused. */
export interface HeldRun {
  readonly runId: string;
  readonly attempt: number;
}

export interface ClaimedRun extends HeldRun {
  readonly userId: string;
  /** Workers that died with it before. */
  readonly losses: number;
  /** Provider calls made before, by whichever worker. */
  readonly calls: number;
  /** Milliseconds until its deadline, by the database's clock; negative when it has passed. */
  readonly timeLeft: number;
}

export interface RunStoreOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  /** The name under which this process holds runs. */
  readonly holder: string;
  readonly lease: number;
  readonly runsPerUser: number;
  readonly providerCalls: number;
}

export type RunStore = ReturnType<typeof createRunStore>;

const MILLISECOND = "interval '1 millisecond'";

/** What a worker reads and writes of runs. Writers answer false (or null) when the run is no longer in its hands. */
export function createRunStore({ database, jobs, holder, lease, ...limits }: RunStoreOptions) {
  async function ask<T>(expression: string, values: readonly unknown[]): Promise<T> {
    const [row] = await database.query<{ answer: T }>(`select ${expression} as answer`, values);
    if (!row) throw new Error(`no answer to ${expression}`);
    return row.answer;
  }

  return {
    /** Null: it has ended, is in other hands, is not due, or its owner has enough at work. */
    async claim(runId: string): Promise<ClaimedRun | null> {
      const [row] = await database.query<Claim>(
        `select * from private.claim_run($1, $2, $3 * ${MILLISECOND}, $4)`,
        [runId, holder, lease, limits.runsPerUser],
      );
      if (!row) return null;
      const { owner: userId, time_left: timeLeft, attempt, losses, calls } = row;
      return { runId, userId, attempt, losses, calls, timeLeft };
    },

    /** Runs that wait for a worker, or whose worker is gone: fairly chosen, at most so many. */
    async due(atMost: number): Promise<string[]> {
      const rows = await database.query<{ id: string }>('select id from private.due_runs($1, $2) as id', [
        limits.runsPerUser,
        atMost,
      ]);
      return rows.map((row) => row.id);
    },

    /** At start: what an earlier life of this process held. On an embedded database that is everything. */
    voidLeases: (): Promise<number> =>
      ask('private.void_leases($1)', [database.engine === 'pglite' ? null : holder]),

    /** Says for all of them at once that this worker lives. Answers those that are no longer in its hands. */
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
        texts.map((run) => storable(run.text)),
      ]);
    },

    addSteps: ({ runId, attempt }: HeldRun, steps: readonly (RunStep | RunStateEvent)[]): Promise<boolean> =>
      ask('private.add_run_steps($1, $2, $3::jsonb)', [runId, attempt, toStorableJson(steps)]),

    /** Puts a provider call on record before it is made. Null: it must not be made. */
    beginCall: ({ runId, attempt }: HeldRun, call: PlannedCall): Promise<number | null> =>
      ask('private.begin_provider_call($1, $2, $3, $4, $5, $6)', [
        runId,
        attempt,
        call.model,
        Math.ceil(call.promptTokens),
        call.maxTokens,
        limits.providerCalls,
      ]),

    async noteGeneration(callId: number, generationId: string): Promise<void> {
      await database.query('update private.provider_calls set generation_id = $2 where id = $1', [
        callId,
        storable(generationId),
      ]);
    },

    /** Answer, state and events in one transaction. */
    finish: ({ runId, attempt }: HeldRun, output: ToolOutput): Promise<boolean> =>
      ask("private.finish_run($1, $2, $3, $4, $5, $6::jsonb, '[]', $7::jsonb)", [
        runId,
        attempt,
        storable(output.content),
        storable(previewOf(output)),
        storable(output.modelUsed),
        toStorableJson(output.notices),
        toStorableJson(output.usage),
      ]),

    /** The credit comes back, once. */
    fail: ({ runId, attempt }: HeldRun, code: RunErrorCode): Promise<boolean> =>
      ask('private.fail_run($1, $2, $3, $4)', [runId, attempt, code, RUN_ERROR_MESSAGES[code]]),

    /** Back to the queue, to be taken up after `wait` milliseconds by whoever is there then. */
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

/** A demo's slip says by itself that it is one. */
function previewOf({ content, notices }: ToolOutput): string {
  return toPreview(notices.some(({ key }) => key === 'demo') ? withoutDemoLabel(content) : content);
}

interface Claim {
  readonly owner: string;
  readonly attempt: number;
  readonly losses: number;
  readonly calls: number;
  readonly time_left: number;
}

/** `resume_at` is added by the database. */
export type Release =
  | { readonly key: 'waiting'; readonly params: { readonly code: RunErrorCode } }
  | { readonly key: 'requeued'; readonly params: Record<string, never> };
