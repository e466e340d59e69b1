import { z } from 'zod';
import type { Database } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { expireGrants } from './credits/expire-grants.job.ts';
import { RUN_QUEUE } from './delegation/delegate-task.ts';
import type { RunWorker } from './delegation/run-worker.ts';
import { purgeRecords } from './retention/purge-records.job.ts';
import { trashOldestCompleted } from './retention/trash-oldest-completed.job.ts';

const runJob = z.object({ run_id: z.guid() });

/** Every queue and every schedule of the product. Times are UTC. */
export async function registerJobs(deps: {
  database: Database;
  jobs: Jobs;
  worker: RunWorker;
}): Promise<void> {
  const { database, jobs, worker } = deps;
  // The handler only takes the run up, so a few at a time are plenty; how many are at work is the worker's to say.
  await jobs.work(
    RUN_QUEUE,
    { concurrency: 20, retryLimit: 2, retryDelay: 1, expireIn: 30 },
    async (payload) => worker.take(runJob.parse(payload).run_id),
  );
  await jobs.schedule('expire-grants', '*/5 * * * *', (signal) => expireGrants(database, signal));
  await jobs.schedule('trash-oldest-completed', '17 3 * * *', (signal) =>
    trashOldestCompleted(database, signal),
  );
  await jobs.schedule('purge-records', '47 3 * * *', (signal) => purgeRecords(database, signal));
}
