import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readCode } from '#simulators/ai/page-code.ts';
import { makePdf, makeScan } from '#tests/fixtures/make-pdf.ts';
import { createTestFileWork } from '#tests/worlds/test-file-work.ts';
import { FileWorkError } from './file-work.ts';

const work = createTestFileWork();
const PAGE = 'This page has a line of text that is long enough to be read as text.';

const inspect = (bytes: Buffer) => work.inspect({ owner: 'anna', read: async () => bytes });

it('a page with a few words is text; a scan with a stamp on it, or nothing, is not', async () => {
  const scan = await makeScan('The rent is 1240 euros.');
  expect(await inspect(makePdf(['Chapter 2']))).toMatchObject({ pages: 1, textPages: 1 });
  const stamped = makePdf(['', scan, 'Chapter 2'], { stamp: 'Page 7 of 9' });
  expect(await inspect(stamped)).toMatchObject({
    pages: 3,
    textPages: 1,
    tokens: [0, 0, expect.any(Number)],
  });
  expect(await work.readPdf(stamped)).toMatchObject({
    pages: ['', 'Page 7 of 9', 'Chapter 2'],
    scanned: [1, 2],
  });
  // A scanner that recognises text itself puts it below the picture.
  const recognised = makePdf([scan], { stamp: PAGE });
  expect(await work.readPdf(recognised)).toMatchObject({ pages: [PAGE], scanned: [] });
});

it('draws a page upright and whole, at the size that is asked for', async () => {
  const bytes = makePdf(['Chapter 2', await makeScan('The rent is 1240 euros.')]);
  const { bytes: picture, type } = await work.drawPage({ bytes, page: 2, edge: 1024 });
  const { width, height } = await sharp(picture).metadata();
  expect({ type, width, height }).toEqual({ type: 'image/jpeg', width: 724, height: 1024 });
  expect(await readCode(picture)).toBe('The rent is 1240 euros.');
});

it('draws no page that is not there', async () => {
  const drawn = work.drawPage({ bytes: makePdf(['Chapter 2']), page: 2, edge: 1024 });
  await expect(drawn).rejects.toBeInstanceOf(FileWorkError);
});
