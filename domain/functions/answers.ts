import * as z from 'zod/mini';
import { contractFile } from '../contract/contract-of.ts';
import { profileRow } from '../rows/profile-row.ts';
import { runRow } from '../rows/run-row.ts';

/** Responses of the functions under /functions/v1. */

/** A whole row of ai_runs, with its options as stored. */
export const wholeRun = z.extend(runRow, {
  user_id: z.string(),
  options: z.record(z.string(), z.unknown()),
  partial_text: z.string(),
});
export type WholeRun = z.output<typeof wholeRun>;

/** Response of `delegate` (202) and `cancel-run` (200). Readers pick the fields they know. */
export const runOutput = z.object({ run: wholeRun });

/** Response of `look-at-files`: what is known of each, in the order of the request. */
export const lookedAtOutput = z.object({ files: z.array(contractFile) });
export type LookedAtOutput = z.output<typeof lookedAtOutput>;

/** Response of `answer-run`. `accepted`: false if it was answered otherwise, begun or ended before. */
export const answeredRunOutput = z.object({ run: wholeRun, accepted: z.boolean() });

export const profileOutput = z.object({
  profile: z.extend(profileRow, { created_at: z.string(), updated_at: z.string() }),
});

const EXPORT_STATUSES = ['queued', 'running', 'ready', 'failed'] as const;

/** A row of account_exports: an archive of a user's data, with its progress. */
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
  /** Until when it can be downloaded. */
  expires_at: z.nullable(z.string()),
});
export type AccountExport = z.output<typeof accountExport>;

export const exportOutput = z.object({ export: accountExport });

/** Why a result was not mailed. */
const RESULT_MAIL_FAILURES = ['too_large', 'refused', 'unavailable'] as const;
export type ResultMailFailure = (typeof RESULT_MAIL_FAILURES)[number];

/** A row of result_mails: a result on its way to its owner's address. */
export const resultMail = z.object({
  id: z.string(),
  email: z.string(),
  status: z.enum(['queued', 'sending', 'sent', 'failed']),
  error_code: z.nullable(z.enum(RESULT_MAIL_FAILURES)),
});
export type ResultMail = z.output<typeof resultMail>;

export const resultMailOutput = z.object({ mail: resultMail });

/** Response of `redeem`, in credits. */
export const redeemOutput = z.object({ granted: z.number() });

/** Response of `checkout` and `billing-portal`: the URL of a page. */
export const addressOutput = z.object({ url: z.url() });

export const localModelsOutput = z.object({
  servers: z.array(z.object({ name: z.string(), base: z.url(), models: z.array(z.string()) })),
});
export type LocalModelsOutput = z.output<typeof localModelsOutput>;
