import type { ReadableStream } from 'node:stream/web';

/** Where the bytes of files lie. Keys are made by the server (letters, digits, `-`, `_`, `/`), never a user's name for a file. */
export interface ObjectStore {
  /** Writes completely or not at all; readers never see half a file. Throws ObjectTooLargeError beyond `maxBytes`. Returns the size in bytes and the MD5 in hex. */
  put(
    key: string,
    body: ReadableStream<Uint8Array>,
    options: { maxBytes: number; signal?: AbortSignal },
  ): Promise<{ size: number; md5: string }>;
  /** null when there is none. `range` is inclusive, in bytes. */
  get(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
  /** No error when it is gone already. May throw ObjectsHeldError: try again later. */
  delete(key: string): Promise<void>;
}

/** Nothing is deleted at the moment, because a backup is made. */
export class ObjectsHeldError extends Error {
  override readonly name = 'ObjectsHeldError';
}

export class ObjectTooLargeError extends Error {
  override readonly name = 'ObjectTooLargeError';
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}
