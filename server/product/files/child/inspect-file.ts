import { fileTypeFromBuffer } from 'file-type';
import type { FileFacts } from '../file-facts.ts';
import { inspectTable } from './inspect-table.ts';

/** What a file is by its content, whatever it is called, and whether it can be read. */
export async function inspectFile(bytes: Buffer): Promise<FileFacts> {
  if (bytes.length === 0) return { kind: 'unusable', why: 'empty', as: null };
  const found = await fileTypeFromBuffer(bytes);
  // Nothing marks a table of text: it is what is left when no other kind says its name.
  if (found === undefined) return inspectTable(bytes);
  switch (found.mime) {
    case 'application/pdf':
      return (await import('./inspect-pdf.ts')).inspectPdf(bytes);
    case 'image/png':
      return (await import('./inspect-image.ts')).inspectImage(bytes, 'png');
    case 'image/jpeg':
      return (await import('./inspect-image.ts')).inspectImage(bytes, 'jpeg');
    case 'image/webp':
      return (await import('./inspect-image.ts')).inspectImage(bytes, 'webp');
    default:
      return { kind: 'unusable', why: 'unknown', as: null };
  }
}
