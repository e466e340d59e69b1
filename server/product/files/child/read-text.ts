import type { StartOfText } from '../file-job.ts';
import { decodeText } from './tables/decode-text.ts';

/** The beginning of a text, in whatever encoding. Rejects for what is none. */
export async function readText(bytes: Buffer, characters: number): Promise<StartOfText> {
  const text = decodeText(bytes)?.text;
  if (text === undefined) throw new Error('the file is no text');
  return { text: text.slice(0, characters).toWellFormed(), of: text.length };
}
