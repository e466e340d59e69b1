import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { ObjectStoreError } from '../object-store.ts';

/**
 * Reads an answer as it arrives. A store that falls silent ends it with an error; a reader who takes long doesn't.
 * Cancelling it closes the connection.
 */
export function readBody(body: Readable, silence: number): ReadableStream<Uint8Array> {
  // Otherwise the socket's own limit would also count the time that the reader takes.
  if (body instanceof IncomingMessage) body.setTimeout(0);
  return ReadableStream.from(chunksOf(body, silence));
}

async function* chunksOf(body: Readable, silence: number): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(silence, body, () => chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

async function within<T>(silence: number, body: Readable, read: () => Promise<T>): Promise<T> {
  const giveUp = (): void => {
    body.destroy(
      new ObjectStoreError('unreachable', 'the object store fell silent in the middle of an object'),
    );
  };
  const timer = setTimeout(giveUp, silence);
  try {
    return await read();
  } catch (error) {
    if (error instanceof ObjectStoreError) throw error;
    throw new ObjectStoreError('unreachable', 'the object store broke off in the middle of an object');
  } finally {
    clearTimeout(timer);
  }
}
