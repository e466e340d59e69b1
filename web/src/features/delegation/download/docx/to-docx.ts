import { brandName } from '#web/lib/page/brand.ts';
import { wordReceipt } from '../../receipt/word-receipt.ts';
import { writeReceipt } from '../../receipt/write-receipt.ts';
import { toDocument } from '../answer-document.ts';
import type { TextDownload } from '../download-menu.tsx';
import { drawPictures, type Pictures } from './picture.ts';
import { writeDocx } from './write-docx.ts';

/** An answer as a .docx file, with its charts and, if wanted, its receipt. */
export async function toDocx(
  { runId, title, answer, record, known }: TextDownload,
  withReceipt: boolean,
): Promise<Blob> {
  const { evidence } = answer;
  const language = record?.run.language ?? '';
  const pictures: Pictures = evidence?.analysis
    ? await drawPictures(evidence.analysis, runId, language)
    : new Map();
  const document = toDocument(title, answer, known, record?.run.slip_number, { charts: pictures, language });
  const receipt =
    withReceipt && record ? writeReceipt(wordReceipt(title, record), brandName(), evidence) : null;
  return writeDocx(document, { language, pictures, receipt });
}
