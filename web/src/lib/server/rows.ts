import * as z from 'zod/mini';
import { AI_TASK_TYPES, IMAGE_ASPECT_RATIOS, IMAGE_BACKGROUNDS, IMAGE_FORMATS } from '#domain/ai-task.ts';
import type { RunStatus } from '#domain/functions.ts';
import { TASK_CATEGORIES, TASK_PRIORITIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import { logProblem } from '../log.ts';
import { evidenceRow } from './evidence-row.ts';

/**
 * The rows that the dashboard reads, as far as it reads them. They come by request, by live update and from the
 * copy on the device; all three are checked here, so that nothing beyond has to doubt them.
 */

export const profileRow = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  full_name: z.string(),
  subscription_tier: z.enum(['free', 'start', 'pro', 'premium']),
  credits_used: z.number(),
  credits_limit: z.number(),
});
export type Profile = z.infer<typeof profileRow>;

export const projectRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  category: z.enum(TASK_CATEGORIES),
  client_id: z.nullable(z.string()),
  created_at: z.string(),
  /** Left out by a copy on the device from before it was read. */
  updated_at: z.optional(z.string()),
});
export type Project = z.infer<typeof projectRow>;

export const taskRow = z.object({
  id: z.string(),
  title: z.string(),
  category: z.enum(TASK_CATEGORIES),
  priority: z.enum(TASK_PRIORITIES),
  timeframe: z.enum(TASK_TIMEFRAMES),
  is_completed: z.boolean(),
  completed_at: z.nullable(z.string()),
  ai_assisted: z.boolean(),
  ai_task_type: z.nullable(z.enum(AI_TASK_TYPES)),
  project_id: z.nullable(z.string()),
  client_id: z.nullable(z.string()),
  created_at: z.string(),
  /** By it a form knows that the task was changed elsewhere while it was open. */
  updated_at: z.string(),
});
export type Task = z.infer<typeof taskRow>;

const RUN_STATUSES = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies readonly RunStatus[];

/** A part of a picture (domain/image-region.ts). */
export const regionMark = z.discriminatedUnion('shape', [
  z.object({
    shape: z.literal('rectangle'),
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
  }),
  z.object({
    shape: z.literal('stroke'),
    size: z.number(),
    points: z.readonly(z.array(z.readonly(z.tuple([z.number(), z.number()])))),
  }),
]);

export const imageOptions = z.object({
  aspect_ratio: z.enum(IMAGE_ASPECT_RATIOS),
  format: z.enum(IMAGE_FORMATS),
  compression: z.number(),
  background: z.enum(IMAGE_BACKGROUNDS),
});

/** What a run was asked for beside its type; keys that this page does not know stay with the server. */
export const runOptions = z.object({
  attachments: z.optional(z.array(z.object({ path: z.string(), name: z.string(), size: z.number() }))),
  image: z.optional(imageOptions),
  /** The part of the picture that may change. */
  mask: z.optional(z.array(regionMark)),
  /** What the person added. */
  instruction: z.optional(z.string()),
});

export const runRow = z.object({
  id: z.string(),
  task_id: z.string(),
  project_id: z.nullable(z.string()),
  /** The run whose answer it follows up. */
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
});
export type Run = z.infer<typeof runRow>;

/** The text so far, which only a live run has. */
export const partialTextRow = z.object({ id: z.string(), attempt: z.number(), partial_text: z.string() });

export const runEventRow = z.object({
  run_id: z.string(),
  seq: z.number(),
  attempt: z.number(),
  key: z.string(),
  params: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});
export type RunEvent = z.infer<typeof runEventRow>;

/** Null for a form that this page does not know: that costs the answer nothing. */
const evidenceOrNull = z.pipe(
  z.unknown(),
  z.transform((value) => evidenceRow.safeParse(value).data ?? null),
);
/** What a run has made beside its text. */
const runFileRow = z.object({
  bucket: z.string(),
  path: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type RunFile = z.infer<typeof runFileRow>;

export const responseRow = z.object({
  id: z.string(),
  run_id: z.string(),
  task_id: z.string(),
  content: z.string(),
  /** Its first 200 characters, as plain words. */
  preview: z.string(),
  files: z.array(runFileRow),
  model_used: z.string(),
  is_demo: z.boolean(),
  notices: z.array(z.object({ key: z.string(), params: z.record(z.string(), z.unknown()) })),
  /** What it rests on; null where its tool collects nothing. */
  evidence: evidenceOrNull,
  /** How many sources that names, and how many sentences and questions without one. */
  source_count: z.number(),
  gap_count: z.number(),
  created_at: z.string(),
});
export type Response = z.infer<typeof responseRow>;

/** Whether the assistant is at work on it, or about to be. */
export function isLive(run: Pick<Run, 'status'>): boolean {
  return run.status === 'queued' || run.status === 'running';
}

/** What to ask the data API for, so that a row of this shape comes back and nothing more. */
export function columnsOf(schema: { readonly shape: object }): string {
  return Object.keys(schema.shape).join(',');
}

/**
 * Reads the rows that can be read. One that cannot (a newer server may know values that this page does not)
 * is left out and noted, because a list that is gone is worse than a list without a line.
 */
export function parseRows<Row>(schema: z.ZodMiniType<Row>, rows: readonly unknown[]): Row[] {
  return rows.flatMap((row) => {
    const read = schema.safeParse(row);
    if (read.success) return [read.data];
    logProblem('a row could not be read', read.error);
    return [];
  });
}
