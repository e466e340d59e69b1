import type { Response } from '#domain/rows/response-row.ts';
import { oneLine, toPlainText } from './plain-text.ts';

type Answer = Pick<Response, 'content' | 'created_at' | 'evidence' | 'is_demo' | 'notices'>;

/** Of an encoded word, in bytes before base64: with its marks and `Subject: `, a line has 76 characters at most (RFC 2047, 2). */
const WORD_BYTES = 39;
/** Of a line of base64 (RFC 2045, 6.8). */
const LINE = 76;
/** Subjects that need no encoding: in ASCII, and short enough for a line. */
const PLAIN = /^[ -~]{1,60}$/;

/**
 * Writes an answer as a draft of an email (RFC 5322), without number or model: a letter that is to be sent. Programs that
 * know `X-Unsent` open it for writing.
 */
export function writeEml(title: string, answer: Answer): string {
  const text = `${toPlainText(answer)}\n`.replace(/\r?\n/g, '\r\n').toWellFormed();
  const body = toBase64(new TextEncoder().encode(text)).match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  const head = [
    `Subject: ${writeSubject(oneLine(title).toWellFormed())}`,
    `Date: ${new Date(answer.created_at).toUTCString().replace('GMT', '+0000')}`,
    'X-Unsent: 1',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  return [...head, '', ...body, ''].join('\r\n');
}

function writeSubject(title: string): string {
  if (PLAIN.test(title) && !title.includes('=?')) return title;
  const words: Uint8Array[] = [];
  let word = '';
  const bytesOf = (each: string): Uint8Array => new TextEncoder().encode(each);
  // A letter isn't divided between two words.
  for (const letter of title) {
    if (bytesOf(word + letter).length > WORD_BYTES) {
      words.push(bytesOf(word));
      word = '';
    }
    word += letter;
  }
  return [...words, bytesOf(word)].map((each) => `=?UTF-8?B?${toBase64(each)}?=`).join('\r\n ');
}

/** By pieces: a call takes no more than some ten thousand arguments. */
function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < bytes.length; from += 8_192)
    binary += String.fromCharCode(...bytes.subarray(from, from + 8_192));
  return btoa(binary);
}
