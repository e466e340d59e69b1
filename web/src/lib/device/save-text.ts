import { saveFile } from './save-file.ts';

/** Saves a text as a file on the device. */
export function saveText(
  name: string,
  text: string,
  type: 'text/plain' | 'text/csv' | 'text/markdown' | 'text/calendar' | 'message/rfc822',
): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
