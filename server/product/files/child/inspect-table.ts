import type { FileFacts } from '../file-facts.ts';
import { decodeText } from './tables/decode-text.ts';

/** Control characters that texts have: tab, line ends, form feed. */
const IN_TEXTS = /[\t\n\v\f\r]/g;

/** Whether bytes that no other kind of file claims are lines of text, as a CSV file is. */
export function inspectTable(bytes: Buffer): FileFacts {
  const text = decodeText(bytes)?.text ?? null;
  if (text === null || /[\p{Cc}--[\u007f-\u009f]]/v.test(text.replace(IN_TEXTS, '')))
    return { kind: 'unusable', why: 'unknown', as: null };
  return text.trim() === '' ? { kind: 'unusable', why: 'empty', as: 'csv' } : { kind: 'csv' };
}
