import { saveFile } from '#web/lib/device/save-file.ts';
import { saveText } from '#web/lib/device/save-text.ts';
import type { Response } from '#web/lib/server/rows.ts';
import type { KnownAddresses } from '../answer/known-addresses.ts';
import { toDocument, toMarkdown } from './answer-document.ts';
import { downloadAnswer } from './download-answer.ts';
import { toFileName } from './file-name.ts';

/** What a text can be taken along as. */
export const TEXT_FORMATS = ['txt', 'md', 'docx'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

export interface TextDownload {
  title: string;
  answer: Response;
  /** The language it was asked for in. */
  language: string;
  /** Where links in it may lead. */
  known: KnownAddresses;
}

/** Saves the text of an answer. Rejects where what writes the format cannot be loaded. */
export async function downloadText(
  format: TextFormat,
  { title, answer, language, known }: TextDownload,
): Promise<void> {
  if (format === 'txt') return downloadAnswer(title, answer);
  const document = toDocument(title, answer, known);
  const name = toFileName(title, new Date(answer.created_at), format);
  if (format === 'md') return saveText(name, toMarkdown(document), 'text/markdown');
  const { writeDocx } = await import('./write-docx.ts');
  saveFile(name, await writeDocx(document, language));
}
