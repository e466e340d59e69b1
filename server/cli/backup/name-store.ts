import { DiskFullError } from '../../lib/disk-space.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { ObjectStoreError, ObjectTooLargeError } from '../../providers/object-store/object-store.ts';
import type { S3Folder } from '../../providers/object-store/s3/folder.ts';

/** Performs a request to a store. A failure that is the store's names it: there may be two. Throws OperatorError. */
export async function nameStore<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw inWords(name, error);
  }
}

function inWords(name: string, error: unknown): unknown {
  if (error instanceof ObjectStoreError) {
    return new OperatorError(`${name}: ${error.message}.`, { cause: error });
  }
  if (error instanceof DiskFullError) {
    return new OperatorError(`${name} is full: ${error.message}.`, { cause: error });
  }
  if (error instanceof ObjectTooLargeError) {
    return new OperatorError(`${name} takes no file with more than ${error.maxBytes} bytes.`, {
      cause: error,
    });
  }
  return error;
}

/** The same for what a store lists, or for a body that it sends. */
export async function* nameStream<T>(name: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw inWords(name, error);
  }
}

export function nameFailures(folder: S3Folder, name: string): S3Folder {
  return {
    put: (file, body) => nameStore(name, () => folder.put(file, body)),
    async get(file) {
      const body = await nameStore(name, () => folder.get(file));
      return body && nameStream(name, body);
    },
    delete: (file) => nameStore(name, () => folder.delete(file)),
    list: () => nameStream(name, folder.list()),
    close: () => folder.close(),
  };
}
