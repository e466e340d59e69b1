import type { RunFile } from '#domain/rows/response-row.ts';
import { fetchFile } from '../download/download-answer.ts';
import { removeUploads, uploadFile } from './upload-file.ts';

/**
 * Copies a picture of a run to the attachments, so that the next run can edit it, and returns its path. If
 * `signal` aborts, removes the copy and rejects with the signal's reason.
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
