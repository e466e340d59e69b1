import { runJob } from '#server/product/files/child/run-job.ts';
import { createFileWork, type FileWork, type FileWorkOptions } from '#server/product/files/file-work.ts';
import { FileWorkError, inChild, type Perform } from '#server/product/files/in-child.ts';
import { isLong } from '../long-run.ts';

/**
 * Work on files in the test's own process, by what a child runs there: to start one is most of what a small file costs.
 * It knows no limits of time and memory: what is about those, or about children, needs `createFileWork`. The long run
 * starts children for these, too.
 */
export const createTestFileWork = (options: FileWorkOptions = {}): FileWork =>
  createFileWork({ perform: isLong ? inChild : inProcess, ...options });

/** As a child does, it works on a copy, returns a copy, and reports a failure in words alone. */
const inProcess: Perform = async (job, { stop, given, onPart }) => {
  const send = (part: unknown): void => onPart?.(structuredClone(part));
  const work = runJob(structuredClone(job), send).then(structuredClone, (error: unknown) => {
    throw new FileWorkError(String(error));
  });
  const stopped = Promise.withResolvers<never>();
  const end = (): void =>
    stopped.reject(given?.aborted ? given.reason : new FileWorkError('the work on a file was stopped'));
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    stop.removeEventListener('abort', end);
  }
};
