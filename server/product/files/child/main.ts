import { constants, setPriority } from 'node:os';
import type { FileJob } from '../file-job.ts';
import { runJob } from './run-job.ts';

// Requests take priority over files.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/**
 * Program of a child process: one job, one result, exit. An untrusted file can only harm this process.
 */
process.once('message', (job: FileJob) => {
  const end = (): void => process.disconnect();
  runJob(job, (part) => process.send?.({ part })).then(
    (value) => process.send?.({ value }, end),
    (error: unknown) => process.send?.({ error: String(error) }, end),
  );
});
