import { toFileName } from '#domain/result-file-name.ts';
import type { Response, RunFile } from '#domain/rows/response-row.ts';
import { fileStorage } from '#web/lib/clients/file-storage.ts';
import { saveFile } from '#web/lib/device/save-file.ts';
import { saveText } from '#web/lib/device/save-text.ts';

/**
 * Saves an answer, named after its task and time: the picture if there is one, else the text. Rejects if it
 * can't be fetched.
 */
export async function downloadAnswer(title: string, answer: Response, slip: number | null): Promise<void> {
  const [made] = answer.files;
  const moment = new Date(answer.created_at);
  if (made === undefined) {
    // The list saves answers too, and doesn't parse Markdown otherwise.
    const { toTextFile } = await import('./text-file.ts');
    return saveText(toFileName(title, moment, 'txt'), toTextFile(title, answer, slip), 'text/plain');
  }
  saveFile(toFileName(title, moment, extensionOf(made)), await fetchFile(made));
}

/** Downloads a stored file. Rejects if it can't be fetched. */
export async function fetchFile({ bucket, path }: Pick<RunFile, 'bucket' | 'path'>): Promise<Blob> {
  const storage = await fileStorage();
  const { data, error } = await storage.from(bucket).download(path);
  if (error) throw error;
  return data;
}

function extensionOf({ name }: RunFile): string {
  return name.split('.').at(-1) ?? 'bin';
}
