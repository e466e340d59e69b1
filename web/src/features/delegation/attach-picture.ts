import type { RunFile } from '#web/lib/rows.ts';
import { fetchFile } from './download-answer.ts';
import { uploadFile } from './upload-file.ts';

/** Puts a copy of what a run has made among the attachments, so that the next run can work on it. Answers with its path. */
export async function attachPicture(made: RunFile): Promise<string> {
  const file = new File([await fetchFile(made)], made.name, { type: made.type });
  const { path, done } = uploadFile(file, () => undefined);
  await done;
  return path;
}
