import type { RunFile } from '#domain/rows/response-row.ts';
import { fetchFile } from '../download/download-answer.ts';
import { removeUploads, uploadFile } from './upload-file.ts';

/**
 * Puts a copy of what a run has made among the attachments, so that the next run can work on it. Answers with its path.
 * Where `signal` fires meanwhile, nothing is left of the copy, and it rejects with the signal's reason.
 */
export async function attachPicture(made: RunFile, signal: AbortSignal): Promise<string> {
  const file = new File([await fetchFile(made)], made.name, { type: made.type });
  signal.throwIfAborted();
  const { path, done } = uploadFile(file, () => undefined);
  await done;
  if (signal.aborted) await removeUploads([path]);
  signal.throwIfAborted();
  return path;
}
