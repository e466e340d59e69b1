import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { expect, it } from 'vitest';
import { createDiskStore } from './disk.ts';
import { keepWhileHeld } from './keep-while-held.ts';
import { ObjectsHeldError } from './object-store.ts';

it('rejects deletions during a backup, but reads and writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-held-'));
  let isHeld = true;
  const store = keepWhileHeld(await createDiskStore({ folder }), async () =>
    isHeld ? null : async () => {},
  );
  await store.put('ab/file', ReadableStream.from([new Uint8Array(3)]), { maxBytes: 10 });
  await expect(store.delete('ab/file')).rejects.toBeInstanceOf(ObjectsHeldError);
  const kept = await store.get('ab/file');
  expect(kept).not.toBeNull();
  await kept?.cancel();
  isHeld = false;
  await store.delete('ab/file');
  expect(await store.get('ab/file')).toBeNull();
  await rm(folder, { recursive: true });
});
