import type { StartOfText } from '../file-job.ts';
import { decodeText } from './tables/text/decode-text.ts';

/** Files from before control characters were refused: a model sees a tab where they divide cells. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

/** The beginning of a text, in whatever encoding. Rejects for what is none. */
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
