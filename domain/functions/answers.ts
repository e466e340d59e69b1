import * as z from 'zod/mini';
import { profileRow } from '../rows/profile-row.ts';
import { runRow } from '../rows/run-row.ts';

/** Answers of the functions under /functions/v1. */

/** The whole row of ai_runs, with its options as they are stored. */
export const wholeRun = z.extend(runRow, {
  user_id: z.string(),
  options: z.record(z.string(), z.unknown()),
  partial_text: z.string(),
});
export type WholeRun = z.output<typeof wholeRun>;

/** `delegate` answers 202 with it, `cancel-run` 200. A reader takes of the run what it knows. */
export const runOutput = z.object({ run: wholeRun });

export const profileOutput = z.object({
  profile: z.extend(profileRow, { created_at: z.string(), updated_at: z.string() }),
});

const EXPORT_STATUSES = ['queued', 'running', 'ready', 'failed'] as const;

/** A row of account_exports: an archive of everything that is somebody's, and how far it is. */
export const accountExport = z.object({
  id: z.string(),
  status: z.enum(EXPORT_STATUSES),
  files_total: z.number(),
  files_done: z.number(),
  /** In the bucket account-exports. */
  path: z.string(),
  /** Bytes, once it is ready. */
  size: z.nullable(z.number()),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** Until when it can be fetched. */
  expires_at: z.nullable(z.string()),
});
export type AccountExport = z.output<typeof accountExport>;

export const exportOutput = z.object({ export: accountExport });

/** Of `redeem`: credits. */
export const redeemOutput = z.object({ granted: z.number() });

/** `checkout` and `billing-portal` answer with the address of a page. */
export const addressOutput = z.object({ url: z.url() });

export const localModelsOutput = z.object({
  servers: z.array(z.object({ name: z.string(), base: z.url(), models: z.array(z.string()) })),
});
export type LocalModelsOutput = z.output<typeof localModelsOutput>;
