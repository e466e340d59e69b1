import * as z from 'zod/mini';
import { evidence } from '../evidence.ts';
import { storedLine } from '../line.ts';

/** A generated file (`ai_responses.files`). */
export const runFile = z.object({
  bucket: z.string(),
  path: z.string(),
  name: z.string(),
  type: z.string(),
  /** In bytes. */
  size: z.number(),
  /** In pixels, for a picture. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type RunFile = z.output<typeof runFile>;

/** Null for a newer version's format, which doesn't affect the rest of the answer. */
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
  /** Its first 200 characters, as plain text. */
  preview: z.string(),
  files: z.array(runFile),
  model_used: z.string(),
  is_demo: z.boolean(),
  /** Parsed by `runNotice`. */
  notices: z.array(storedLine),
  /** Null if its tool collects none. */
  evidence: evidenceOrNull,
  /** Number of its sources, and of unsupported sentences and open questions. */
  source_count: z.number(),
  gap_count: z.number(),
  created_at: z.string(),
});
export type Response = z.output<typeof responseRow>;
