import type { ReadableStream } from 'node:stream/web';

/** A stream item: a data event, or a sign of life (a comment line). */
export type SseItem = { readonly data: string } | { readonly alive: true };

/** Not an event stream, or an oversized event. */
export class SseLimitError extends Error {
  override readonly name = 'SseLimitError';
}

/** Fits an answer of 1 MB in one event with every character escaped (six for one). */
const MAX_EVENT_CHARACTERS = 8 * 1024 * 1024;

/**
 * Parses server-sent events by the standard's rules: lines end in CRLF, LF or CR; a blank line ends an event; an
 * incomplete last event is dropped. Invalid UTF-8 becomes U+FFFD.
 * Ending the iteration early cancels the body, which closes the connection. Throws SseLimitError.
 */
export async function* readSse(
  body: ReadableStream<Uint8Array>,
  maxCharacters = MAX_EVENT_CHARACTERS,
): AsyncGenerator<SseItem, void, void> {
  let data: string[] = [];
  let size = 0;
  for await (const line of readLines(body, maxCharacters)) {
    if (line === '') {
      if (data.length > 0) yield { data: data.join('\n') };
      data = [];
      size = 0;
    } else if (line.startsWith(':')) {
      yield { alive: true };
    } else if (line.startsWith('data:')) {
      data.push(line.slice(line[5] === ' ' ? 6 : 5));
      size += line.length;
      if (size > maxCharacters) throw new SseLimitError('an event without end');
    }
  }
}

async function* readLines(
  body: ReadableStream<Uint8Array>,
  maxCharacters: number,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  /** Parts of an incomplete line, joined at its end, so that a line sent byte by byte takes linear time. */
  let parts: string[] = [];
  let size = 0;
  /** The previous chunk ended in CR: a LF right after it belongs to the same line end. */
  let afterReturn = false;
  for await (const bytes of body) {
    let text = decoder.decode(bytes, { stream: true });
    if (text === '') continue;
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    afterReturn = text.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    const unfinished = lines.pop() ?? '';
    for (const line of lines) {
      yield parts.join('') + line;
      parts = [];
      size = 0;
    }
    if (unfinished !== '') parts.push(unfinished);
    size += unfinished.length;
    if (size > maxCharacters) throw new SseLimitError('a line without end');
  }
}
