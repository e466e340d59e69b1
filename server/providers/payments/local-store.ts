import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestState, testState } from './local-state.ts';

export interface LocalStore {
  read(): Promise<TestState>;
  /** Applies one change at a time; resolves with its result once it is on disk. */
  change<T>(change: (state: TestState) => T): Promise<T>;
}

/** Reads the file each time: another process may have changed it. */
export function createLocalStore(folder: string): LocalStore {
  const path = join(folder, 'state.json');
  let writing: Promise<unknown> = Promise.resolve();

  async function write<T>(change: (state: TestState) => T): Promise<T> {
    const state = await load(path);
    const result = change(state);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${path}.new`, path);
    return result;
  }

  return {
    read: () => load(path),
    change(change) {
      const written = writing.then(() => write(change));
      writing = written.catch(() => {});
      return written;
    },
  };
}

async function load(path: string): Promise<TestState> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null
    ? { checkouts: [], subscriptions: [], portals: [], events: [] }
    : testState.parse(JSON.parse(text));
}
