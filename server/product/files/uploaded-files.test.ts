import { expect, it, vi } from 'vitest';
import { makePdf } from '#tests/fixtures/make-pdf.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';

const PAGE = 'This page has a line of text that is long enough to be read as text.';

it('uploaded files are read when their turn comes, not before', async () => {
  const door = createTestFileWork({ intake: 1 });
  const gate = Promise.withResolvers<null>();
  const read = vi.fn(async () => null);
  const first = door.inspect({ owner: 'anna', read: () => gate.promise });
  const second = door.inspect({ owner: 'ben', read });
  await Promise.resolve();
  expect(read).not.toHaveBeenCalled();
  gate.resolve(null);
  expect(await Promise.all([first, second])).toEqual([null, null]);
});

it('uploaded files are looked at once, as long as they are the same', async () => {
  const door = createTestFileWork();
  const read = vi.fn(async () => makePdf([PAGE]));
  const first = await door.inspect({ owner: 'anna', read, version: 'a 1' });
  expect(first).toMatchObject({ kind: 'pdf', pages: 1 });
  expect(await door.inspect({ owner: 'anna', read, version: 'a 1' })).toEqual(first);
  expect(read).toHaveBeenCalledTimes(1);
  await door.inspect({ owner: 'anna', read, version: 'a 2' });
  expect(read).toHaveBeenCalledTimes(2);
});

it('uploaded files delay no run', async () => {
  const door = createTestFileWork({ intake: 1, parallel: 1 });
  const gate = Promise.withResolvers<Buffer>();
  const waiting = door.inspect({ owner: 'anna', read: () => gate.promise });
  expect((await door.readPdf(makePdf([PAGE]))).pages).toEqual([PAGE]);
  gate.resolve(Buffer.from('a,b\n'));
  expect(await waiting).toMatchObject({ kind: 'csv' });
});
