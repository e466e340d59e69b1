import * as z from 'zod/mini';
import { evidence } from '../evidence.ts';
import { storedLine } from '../line.ts';

/** A file that a run has made (`ai_responses.files`). */
export const runFile = z.object({
  bucket: z.string(),
  path: z.string(),
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Pixels, of a picture. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type RunFile = z.output<typeof runFile>;

/** Null for a form that only a newer version knows: that costs the answer nothing. */
const evidenceOrNull = z.pipe(
  z.unknown(),
  z.transform((value) => evidence.safeParse(value).data ?? null),
);

/** A row of ai_responses. */
export const responseRow = z.object({
  id: z.string(),
  run_id: z.string(),
  task_id: z.string(),
  content: z.string(),
  /** Its first 200 characters, as plain words. */
  preview: z.string(),
  files: z.array(runFile),
  model_used: z.string(),
  is_demo: z.boolean(),
  /** Read by `runNotice`. */
  notices: z.array(storedLine),
  /** What it rests on; null where its tool collects nothing. */
  evidence: evidenceOrNull,
  /** How many sources that names, and how many sentences and questions without one. */
  source_count: z.number(),
  gap_count: z.number(),
  created_at: z.string(),
});
export type Response = z.output<typeof responseRow>;
