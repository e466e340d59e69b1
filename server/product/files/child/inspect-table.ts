import type { FileFacts } from '../file-facts.ts';
import { COLUMNS_MAX } from '../table-facts.ts';
import { decodeText } from './tables/decode-text.ts';
import { widthOf } from './tables/find-delimiter.ts';

/** Control characters, but for those that texts have: tab, line ends, form feed, and what old encodings have up there. */
const NOT_IN_TEXTS = /[\p{Cc}--[\t\n\v\f\r\u007f-\u009f]]/v;

/** Whether bytes that no other kind of file claims are lines of text, as a CSV file is. */
export function inspectTable(bytes: Buffer): FileFacts {
  const text = decodeText(bytes)?.text ?? null;
  if (text === null || NOT_IN_TEXTS.test(text)) return { kind: 'unusable', why: 'unknown', as: null };
  if (text.trim() === '') return { kind: 'unusable', why: 'empty', as: 'csv' };
  return widthOf(text) > COLUMNS_MAX ? { kind: 'unusable', why: 'too_wide', as: 'csv' } : { kind: 'csv' };
}
