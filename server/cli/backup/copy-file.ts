import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export interface Written {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** Writes a stream into a new file, and returns its size and hash computed on the way. */
export async function writeNew(body: AsyncIterable<Uint8Array>, to: string): Promise<Written> {
  const { chunks, written } = digesting(body);
  await pipeline(chunks, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  return written();
}

/** Passes a stream on. `written` is of what went through. */
export function digesting(body: AsyncIterable<Uint8Array>): {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly written: () => Written;
} {
  const hash = createHash('sha256');
  let size = 0;
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return { chunks: pass(), written: () => ({ size, sha256: hash.digest('hex') }) };
}
