import type { StartOfText } from '../file-job.ts';
import { decodeText } from './tables/text/decode-text.ts';
import { toLines } from './tables/text/to-lines.ts';

/** Signs that nobody sees may end cells: a model is shown them as tabs. */
const CELL_ENDS = /[\p{Cc}--[\t\n]]/gv;

/** The beginning of a text, in whatever encoding, its lines and cells as anybody would see them. Rejects for what is none. */
export async function readText(bytes: Buffer, characters: number): Promise<StartOfText> {
  const decoded = decodeText(bytes)?.text;
  if (decoded === undefined) throw new Error('the file is no text');
  const text = toLines(decoded).replace(CELL_ENDS, '\t');
  return { text: text.slice(0, characters).toWellFormed(), of: text.length };
}
