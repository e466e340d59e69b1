import type { StartOfText } from '../file-job.ts';
import { decodeText } from './tables/text/decode-text.ts';

/** Files stored before control characters were rejected: a model sees tabs as cell separators. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

/** The start of a text in any encoding. Rejects if it is no text. */
export async function readText(bytes: Buffer, characters: number): Promise<StartOfText> {
  const decoded = decodeText(bytes);
  if (decoded === null) throw new Error('the file is no text');
  const text = decoded.text.replace(CONTROLS, '\t');
  return {
    text: text.slice(0, characters).toWellFormed(),
    of: text.length,
    encoding: decoded.encoding,
  };
}
