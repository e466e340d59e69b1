/**
 * A process that works on the queue `killable`, to be killed in the middle of a job.
 * `node run-jobs.ts <database> hang|finish [number of jobs to send]`
 */
import { silentLog } from '#server/lib/log.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { openDatabase } from './open-database.ts';

const [place = '', mode, count = '0'] = process.argv.slice(2);
const database = await openDatabase(place);
const jobs = createJobs({ database, log: silentLog });
await jobs.start();
await jobs.work('killable', { concurrency: 10, retryLimit: 0 }, async (payload) => {
  process.stdout.write(`started ${JSON.stringify(payload)}\n`);
  if (mode === 'hang') await new Promise(() => {});
});
for (let n = 0; n < Number(count); n++) await jobs.send(database, 'killable', { n });
process.stdout.write('ready\n');
