import type { ReadTextJob, StartOfText } from '../file-job.ts';
import { decodeText } from './tables/text/decode-text.ts';

/** Files stored before control characters were rejected: a model sees tabs as cell separators. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

/** The start of a text in any encoding, or of a workbook's rows. Rejects if it is neither. */
export async function readText({ kind, bytes, characters }: ReadTextJob): Promise<StartOfText> {
  const whole = kind === 'csv' ? decode(bytes) : { text: await rowsOf({ kind, bytes }), encoding: 'utf-8' };
  return {
    text: whole.text.slice(0, characters).toWellFormed(),
    of: whole.text.length,
    encoding: whole.encoding,
  };
}

function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const decoded = decodeText(bytes);
  if (decoded === null) throw new Error('the file is no text');
  return { text: decoded.text.replace(CONTROLS, '\t'), encoding: decoded.encoding };
}

/** The rows of each sheet, below its name. */
async function rowsOf({ kind, bytes }: { kind: 'xlsx' | 'ods'; bytes: Uint8Array }): Promise<string> {
  const { readWorkbook } = await import('./tables/sheets/read-workbook.ts');
  const { tables } = await readWorkbook({ kind, name: '', bytes });
  return tables
    .map(({ sheet, cells }) => [`[Sheet ${sheet}]`, ...cells.rows().map((row) => row.join('\t'))].join('\n'))
    .join('\n\n');
}
