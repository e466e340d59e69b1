import { toFileName } from './file-name.ts';

interface Answer {
  readonly content: string;
  readonly created_at: string;
}

/** Long enough for any browser to have begun reading the blob. */
const REVOKE_AFTER_MS = 60_000;

/** Saves an answer as a text file, named after its task and its time. */
export function downloadAnswer(title: string, { content, created_at }: Answer): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = toFileName(title, new Date(created_at), 'txt');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
