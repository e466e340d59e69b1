import type { StartOfText } from '../file-job.ts';
import { decodeText } from './tables/decode-text.ts';
import { RECORD_END } from './tables/separate-cells.ts';

/** Signs that nobody sees may end cells: a model is shown them as tabs. */
const CELL_ENDS = /[\p{Cc}--[\t\n]]/gv;

/** The beginning of a text, in whatever encoding, its lines and cells as anybody would see them. Rejects for what is none. */
export async function readText(bytes: Buffer, characters: number): Promise<StartOfText> {
  const decoded = decodeText(bytes)?.text;
  if (decoded === undefined) throw new Error('the file is no text');
  const lines = decoded.replace(/\r\n?/g, '\n').replaceAll(RECORD_END, '\n');
  const text = lines.replace(CELL_ENDS, '\t');
  return { text: text.slice(0, characters).toWellFormed(), of: text.length };
}
