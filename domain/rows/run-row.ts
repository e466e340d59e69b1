import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { AI_TASK_TYPES } from '../ai-task.ts';
import { contractOutcome } from '../contract/contract-outcome.ts';
import { runContract } from '../contract/run-contract.ts';
import { imageOptions } from '../image-options.ts';
import { regionMark } from '../image-region.ts';
import { storedLine } from '../line.ts';
import { runAnswer, runQuestion } from '../run/questions.ts';

export const RUN_STATUSES = ['waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** An attached file, as recorded with a run. */
export const attachment = z.object({
  /** In the bucket `task-attachments`. */
  path: z.string(),
  /** File name given by its owner. */
  name: z.string(),
  /** Detected by content. */
  type: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Of the content that was given; its file may be replaced. Missing in older copies on a device. */
  etag: z.optional(z.string()),
  /** How many pages of a PDF are images or blank. Missing: none. */
  scans: z.optional(z.number()),
});
export type Attachment = Readonly<z.output<typeof attachment>>;

/** Further parameters of a run's request. */
export const runOptions = z.object({
  attachments: z.optional(z.array(attachment)),
  image: z.optional(imageOptions),
  /** Part of the picture that may change. */
  mask: z.optional(z.readonly(z.array(regionMark))),
  /** The user's change to the answer that is followed up. */
  instruction: z.optional(z.string()),
  /** What the user added to the task. */
  wish: z.optional(z.string()),
  /** The brief that the user edited, of a picture. */
  brief: z.optional(z.string()),
});

/** Fields of an ai_runs row that the page uses. */
export const runRow = z.object({
  id: z.string(),
  task_id: z.string(),
  project_id: z.nullable(z.string()),
  /** The run whose answer it follows up. Missing in older copies on a device. */
  parent_run_id: z._default(z.nullable(z.string()), null),
  ai_task_type: z.enum(AI_TASK_TYPES),
  language: z.string(),
  options: runOptions,
  status: z.enum(RUN_STATUSES),
  attempt: z.number(),
  is_demo: z.boolean(),
  error_code: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  model_used: z.nullable(z.string()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** Counts the user's delivered answers from 1; null without an answer. Missing in older copies on a device. */
  slip_number: z._default(z.nullable(z.number()), null),
  /** When its answer was first opened. */
  opened_at: z._default(z.nullable(z.string()), null),
  /** The user's choice for its slip in the list; null: the list decides. */
  is_folded: z._default(z.nullable(z.boolean()), null),
  /** Asked before it begins; null: none. These four are missing in older copies on a device. */
  questions: z._default(z.nullable(z.array(runQuestion)), null),
  answers: z._default(z.nullable(z.array(runAnswer)), null),
  /** When the defaults are taken, while it is `waiting`. */
  waits_until: z._default(z.nullable(z.string()), null),
  /** No credit was taken, or not yet; null: it was, or the run is a demo. */
  is_unpaid: z._default(z.nullable(z.boolean()), null),
  /** What it promises. Null: nothing, or in words of a newer server. */
  contract: orElse(z._default(z.nullable(runContract), null), null),
  /** What became of it. Null until it is delivered. */
  contract_outcome: orElse(z._default(z.nullable(contractOutcome), null), null),
});
export type Run = z.output<typeof runRow>;

/** The text so far, which only a live run has. */
export const partialTextRow = z.object({
  id: z.string(),
  attempt: z.number(),
  partial_text: z.string(),
});

/** A row of ai_run_events. Parsed by `runEvent`. */
export const runEventRow = z.object({
  run_id: z.string(),
  seq: z.number(),
  attempt: z.number(),
  ...storedLine.shape,
  created_at: z.string(),
});
export type RunEventRow = z.output<typeof runEventRow>;

/** A finished run and all its events. */
export interface RunRecord {
  readonly run: Run;
  readonly events: readonly RunEventRow[];
}

/** True while the assistant is at work on it, or about to be. */
export const isAtWork = ({ status }: Pick<Run, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** True while the assistant is at work on it, about to be, or waits for answers (`waiting`). */
export function isLive({ status }: Pick<Run, 'status'>): boolean {
  return status === 'waiting' || isAtWork({ status });
}
