import { describe, expect, it } from 'vitest';
import { assemble, stream } from '#tests/fixtures/make-pdf.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';

/** Generous: on a busy machine a child takes a while to start. */
const work = createTestFileWork({ limit: 50_000 });

const FIRST = 10;
/** Two pages with the given objects from number 10 on, of which the first is the outline. */
const withOutline = (...objects: readonly string[]): Buffer => withNames('', objects);
const withNames = (names: string, objects: readonly string[]): Buffer =>
  assemble(
    [
      `<< /Type /Catalog /Pages 2 0 R /Outlines ${FIRST} 0 R /Names << /Dests << /Names [${names}] >> >> >>`,
      '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
      ...[0, 1].map(
        () =>
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 6 0 R >> >> >>',
      ),
      stream('BT /F1 12 Tf 60 700 Td (The rent is 640 euros.) Tj ET'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      'null',
      'null',
      'null',
      ...objects,
    ],
    '/Root 1 0 R',
  );
const at = (number: number): string => `${FIRST + number} 0 R`;
const entry = (title: string, page: number, more: string): string =>
  `<< /Title (${title}) /Parent ${at(0)} /Dest [${page + 2} 0 R /Fit] ${more} >>`;
const root = `<< /Type /Outlines /First ${at(1)} /Last ${at(1)} >>`;
const titles = async (pdf: Buffer): Promise<string[]> =>
  (await work.readPdf(pdf)).outline.map(({ title }) => title);

describe('an outline', () => {
  it('is read with its pages and levels; entries without a page of the file are left out', async () => {
    const pdf = withOutline(
      root,
      entry('Terms', 1, `/First ${at(2)} /Next ${at(3)}`),
      entry('Notice', 2, ''),
      `<< /Title (A web page) /A << /S /URI /URI (http://collector.example) >> /Next ${at(4)} >>`,
      `<< /Title (By an action) /A << /S /GoTo /D [4 0 R /Fit] >> /Next ${at(5)} >>`,
      `<< /Title (Gone) /Dest [99 0 R /Fit] /Next ${at(6)} >>`,
      `<< /Title (Beyond) /Dest [7 /Fit] >>`,
    );
    expect((await work.readPdf(pdf)).outline).toEqual([
      { title: 'Terms', page: 1, level: 1 },
      { title: 'Notice', page: 2, level: 2 },
      { title: 'By an action', page: 2, level: 1 },
    ]);
  });

  it('has nothing in its titles that nobody sees, and no book', async () => {
    const hex = (text: string): string => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
    const pdf = withOutline(
      root,
      `<< /Title <${hex('Terms\u0000\u202eof\r\n the\u{e0041} flat')}> /Dest [3 0 R /Fit] /Next ${at(2)} >>`,
      entry('x'.repeat(10_000), 1, `/Next ${at(3)}`),
      entry(' ', 1, `/Next ${at(4)}`),
      entry('y'.repeat(500_000), 1, ''),
    );
    expect(await titles(pdf)).toEqual(['Terms of the flat', 'x'.repeat(120)]);
  });

  it.each([
    [
      'that leads back to its beginning',
      [root, entry('A', 1, `/Next ${at(2)}`), entry('B', 1, `/Next ${at(1)}`)],
    ],
    ['that is below itself', [root, entry('A', 1, `/First ${at(2)}`), entry('B', 1, `/First ${at(1)}`)]],
  ])('%s is read once', async (_what, objects) => {
    expect(await titles(withOutline(...objects))).toEqual(['A', 'B']);
  });

  it('of 100,000 entries is read in part, at once', async () => {
    const many = Array.from(
      { length: 100_000 },
      (_entry, n) =>
        // Named places, each looked up in a list of all.
        `<< /Title (Part ${n}) /Dest (d${n}) /Next ${at(n + 2)} >>`,
    );
    const names = many.map((_entry, n) => `(d${n}) [3 0 R /Fit]`).join(' ');
    const pdf = withNames(names, [root, ...many]);
    const read = await work.readPdf(pdf);
    expect(read.pages).toHaveLength(2);
    expect(read.outline.length).toBeLessThanOrEqual(2_000);
  });

  it('100,000 levels deep is read to the depth that books have', async () => {
    const deep = Array.from({ length: 100_000 }, (_entry, n) => entry(`Part ${n}`, 1, `/First ${at(n + 2)}`));
    expect(await titles(withOutline(root, ...deep))).toHaveLength(6);
  });
});
