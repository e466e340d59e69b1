import { describe, expect, it } from 'vitest';
import { makeFilm, makeOddPdf, makePng, unfoldingChunk } from '#tests/bombs/make-bombs.ts';
import { createFileWork } from './file-work.ts';

const MB = 1024 * 1024;
/** Generous: on a busy machine a child takes a while to start. */
const work = createFileWork({ limit: 50_000 });

const inspect = (bytes: Buffer, by = work) => by.inspect({ owner: 'anna', read: async () => bytes });

describe('a picture crafted to break its decoder', () => {
  it.each([14_000, 30_000])('is rejected by its header: %i by as many', async (side) => {
    // Decoding it would find it truncated.
    expect(await inspect(makePng(side, side))).toEqual({ kind: 'unusable', why: 'too_big', as: 'png' });
  });

  it.each(['zTXt', 'iCCP'] as const)('expands nothing besides its pixels: %s of 200 MB', async (type) => {
    const careful = createFileWork({ memory: 250 * MB, limit: 50_000 });
    const picture = makePng(8, 8, [unfoldingChunk(type, 200 * MB)]);
    expect(await inspect(picture, careful)).toEqual({ kind: 'png', width: 8, height: 8 });
  });

  it('counts as its first frame, of however many', async () => {
    const film = await makeFilm(10_000);
    expect(await inspect(film)).toEqual({ kind: 'webp', width: 1, height: 1 });
  });
});

// Only Linux reports a process's memory; elsewhere only the time limit applies.
describe.skipIf(process.platform !== 'linux')('a child that exceeds its memory', () => {
  const narrow = createFileWork({ memory: 10 * MB });

  it('is killed, and its file is rejected', async () => {
    expect(await inspect(makeOddPdf({}), narrow)).toEqual({ kind: 'unusable', why: 'too_big', as: null });
    await expect(narrow.readPdf(makeOddPdf({}))).rejects.toThrow('SIGKILL');
  });

  it('is killed for tables, too', async () => {
    const sources = [{ kind: 'csv', name: 'a.csv', bytes: Buffer.from('a,b\n1,2\n') }] as const;
    await expect(narrow.profileTables(sources)).rejects.toThrow('SIGKILL');
    await expect(narrow.queryTables(sources, ['select 1'])).rejects.toThrow('SIGKILL');
  });
});

it.each(['<p', '<p sty', '<p style="', '<sup><b cl'])(
  'a page that ends within a tag is read up to it, and keeps no child busy: %s',
  async (end) => {
    const bytes = Buffer.from(`<html><p>The rent is 640 euros.</p>${end}`);
    const { parts } = await work.readDocument({ kind: 'html', bytes });
    expect(parts).toEqual(['The rent is 640 euros.']);
  },
);

it('does not affect the next file', async () => {
  expect(await inspect(Buffer.from('name,n\na,1\n'))).toMatchObject({ kind: 'csv' });
});
