import { z } from 'zod';
import type { Log } from '#server/lib/log.ts';
import type { AccountOwners } from '#server/platform/auth/sessions/account-owners.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { FileAccess } from '#server/platform/storage/file-access.ts';
import type { Analytics } from '#server/providers/analytics/analytics.ts';
import { reportSignUp, SIGN_UP_QUEUE } from './accounts/report-sign-up.ts';
import { type Billing, registerBillingJobs } from './billing/billing.ts';
import { renewPlans } from './billing/renew-plans.job.ts';
import { expireGrants } from './credits/expire-grants.job.ts';
import { renewAllowances } from './credits/renew-allowances.job.ts';
import { renewGrantedTiers } from './credits/renew-granted-tiers.job.ts';
import { RUN_QUEUE } from './delegation/delegate-task.ts';
import { mailQuestion, QUESTION_MAIL_QUEUE } from './delegation/mail-question.ts';
import type { RunWorker } from './delegation/run-worker.ts';
import { EXPORT_QUEUE } from './exports/export-account.ts';
import { makeExport } from './exports/make-export.ts';
import { removeOldExports } from './exports/remove-old-exports.job.ts';
import type { FileWork } from './files/file-work.ts';
import { removeUnusedFiles } from './files/remove-unused-files.job.ts';
import { RESULT_MAIL_QUEUE } from './result-mails/mail-result.ts';
import { sendResult } from './result-mails/send-result.ts';
import { purgeRecords } from './retention/purge-records.job.ts';
import { trashOldestCompleted } from './retention/trash-oldest-completed.job.ts';

const signUpJob = z.object({ user_id: z.guid() });
const exportJob = z.object({ export_id: z.guid() });
const mailJob = z.object({ mail_id: z.guid() });
const runJob = z.object({ run_id: z.guid() });

/** Registers all queues and schedules of the product. Times are UTC. */
export async function registerJobs(deps: {
  database: Database;
  jobs: Jobs;
  worker: RunWorker;
  analytics: Analytics | null;
  billing: Billing | null;
  files: FileAccess;
  fileWork: FileWork;
  owners: AccountOwners;
  log: Log;
}): Promise<void> {
  const { database, jobs, worker, analytics, billing } = deps;
  // At once: each takes some round trips, which would add up to a fifth of a start.
  await Promise.all([
    // The handler only claims the run, so a few in parallel suffice; the worker limits the live runs.
    jobs.work(RUN_QUEUE, { concurrency: 20, retryLimit: 2, retryDelay: 1, expireIn: 30 }, async (payload) =>
      worker.take(runJob.parse(payload).run_id),
    ),
    jobs.work(
      QUESTION_MAIL_QUEUE,
      { concurrency: 2, retryLimit: 3, retryDelay: 5, expireIn: 60 },
      async (payload) => mailQuestion(deps, runJob.parse(payload).run_id),
    ),
    analytics &&
      jobs.work(
        SIGN_UP_QUEUE,
        { concurrency: 2, retryLimit: 6, retryDelay: 30, expireIn: 60 },
        async (payload) => reportSignUp({ database, analytics }, signUpJob.parse(payload).user_id),
      ),
    jobs.work(
      EXPORT_QUEUE,
      { concurrency: 2, retryLimit: 3, retryDelay: 5, expireIn: 1800 },
      async (payload, signal) => makeExport(deps, exportJob.parse(payload).export_id, signal),
    ),
    jobs.work(
      RESULT_MAIL_QUEUE,
      // Twice the time that one may take, with the wait for its PDF.
      { concurrency: 2, retryLimit: 3, retryDelay: 5, expireIn: 240 },
      async (payload, signal) => sendResult(deps, mailJob.parse(payload).mail_id, signal),
    ),
    jobs.schedule('expire-grants', '*/5 * * * *', (signal) => expireGrants(database, signal)),
    jobs.schedule('renew-allowances', '1 * * * *', (signal) => renewAllowances(database, signal)),
    jobs.schedule('renew-granted-tiers', '2 * * * *', (signal) => renewGrantedTiers(database, signal)),
    // Also if nothing is sold any more: what was paid for is kept.
    jobs.schedule('renew-plans', '3 * * * *', (signal) => renewPlans(database, signal)),
    billing && registerBillingJobs(billing),
    jobs.schedule('trash-oldest-completed', '17 3 * * *', (signal) => trashOldestCompleted(database, signal)),
    jobs.schedule('remove-unused-files', '37 * * * *', (signal) => removeUnusedFiles(database, signal)),
    jobs.schedule('remove-old-exports', '27 * * * *', () => removeOldExports(database)),
    jobs.schedule('purge-records', '47 3 * * *', (signal) => purgeRecords(database, signal)),
  ]);
}
