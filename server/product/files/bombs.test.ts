import { describe, expect, it } from 'vitest';
import { makeFilm, makeOddPdf, makePng, pressedStream, unfoldingChunk } from '#tests/make-bombs.ts';
import { createFileWork } from './file-work.ts';

const MB = 1024 * 1024;
/** Patient: on a busy machine a child takes its time to start. */
const work = createFileWork({ limit: 50_000 });

const inspect = (bytes: Buffer, by = work) => by.inspect({ owner: 'anna', read: async () => bytes });

describe('a picture that is built to break its reader', () => {
  it('is refused by what its head says', async () => {
    // Whoever unpacked it would find it cut off.
    expect(await inspect(makePng(30_000, 30_000))).toEqual({ kind: 'unusable', why: 'too_big', as: 'png' });
  });

  it.each(['zTXt', 'iCCP'] as const)('unfolds nothing beside its pixels: %s of 200 MB', async (type) => {
    const careful = createFileWork({ memory: 250 * MB, limit: 50_000 });
    const picture = makePng(8, 8, [unfoldingChunk(type, 200 * MB)]);
    expect(await inspect(picture, careful)).toEqual({ kind: 'png', width: 8, height: 8 });
  });

  it('is its first frame, of however many', async () => {
    const film = await makeFilm(10_000);
    expect(await inspect(film)).toEqual({ kind: 'webp', width: 1, height: 1 });
  });
});

describe('a PDF that is built to break its reader', () => {
  it.each([
    ['that has a thousand million pages', 1, { pages: '<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>' }],
    ['whose pages lead to themselves', 0, { pages: '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R] >>' }],
    ['whose list of objects leads to itself', 1, { trailer: '/Prev 9' }],
    ['whose page leads to itself', 0, { contents: '[4 0 R 4 0 R]' }],
    [
      'with a script that begins when it is opened',
      1,
      { catalogue: '/OpenAction << /S /JavaScript /JS (while (true) app.alert(1)) >>' },
    ],
  ])('is read as what it is: one %s', async (_what, textPages, parts) => {
    expect(await inspect(makeOddPdf(parts))).toMatchObject({ kind: 'pdf', textPages });
  });

  it('comes to an end, whatever its letters are said to be', async () => {
    const hurried = createFileWork({ limit: 10_000 });
    const ranges = `100 beginbfrange\n${'<0000> <FFFF> <0041>\n'.repeat(100)}endbfrange\n`;
    const map = `/CIDInit /ProcSet findresource begin begincmap\n${ranges.repeat(5_000)}endcmap end`;
    const pdf = makeOddPdf({
      font: '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>',
      more: [
        pressedStream(Buffer.from(map), 2),
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> >>',
      ],
    });
    expect(await inspect(pdf, hurried)).toMatchObject({ kind: expect.stringMatching(/^(pdf|unusable)$/) });
  });
});

// Other systems do not tell what a process holds; there the limit of time is the only one.
describe.skipIf(process.platform !== 'linux')('a child that holds more than its share', () => {
  const narrow = createFileWork({ memory: 10 * MB });

  it('is killed, and its file is refused', async () => {
    expect(await inspect(makeOddPdf({}), narrow)).toEqual({ kind: 'unusable', why: 'too_big', as: null });
    await expect(narrow.readPdf(makeOddPdf({}))).rejects.toThrow('SIGKILL');
  });

  it('is killed over tables too', async () => {
    const sources = [{ kind: 'csv', name: 'a.csv', bytes: Buffer.from('a,b\n1,2\n') }] as const;
    await expect(narrow.profileTables(sources)).rejects.toThrow('SIGKILL');
    await expect(narrow.queryTables(sources, ['select 1'])).rejects.toThrow('SIGKILL');
  });
});

describe('a table that is built to break its reader', () => {
  const TEXT = 'name,n\na,1\nb,2\n';
  const utf32 = (text: string, isLittle: boolean): Buffer => {
    const bytes = Buffer.alloc(text.length * 4);
    for (let at = 0; at < text.length; at += 1) {
      if (isLittle) bytes.writeUInt32LE(text.charCodeAt(at), at * 4);
      else bytes.writeUInt32BE(text.charCodeAt(at), at * 4);
    }
    return bytes;
  };

  it.each([
    ['UTF-32 with a mark', utf32(`\ufeff${TEXT}`, true)],
    ['UTF-32 the other way round, without one', utf32(TEXT, false)],
    ['a NUL in a cell', Buffer.from('name,n\na\0b,1\n')],
  ])('is refused: %s', async (_what, bytes) => {
    expect(await inspect(bytes)).toEqual({ kind: 'unusable', why: 'unknown', as: null });
  });
});

it('the next file is read as if nothing had been', async () => {
  expect(await inspect(Buffer.from('name,n\na,1\n'))).toEqual({ kind: 'csv' });
});
