import { expect, it } from 'vitest';
import { type FileWork, FileWorkError } from '../../files/file-work.ts';
import { drawScans } from './draw-scans.ts';

const { signal } = new AbortController();
const bytes = Buffer.from('%PDF');

/** Draws all pages but these. */
function drawing(broken: readonly number[], asked: number[] = []): Pick<FileWork, 'drawPage'> {
  return {
    async drawPage({ page }) {
      asked.push(page);
      if (broken.includes(page)) throw new FileWorkError('the page is broken');
      return { bytes, type: 'image/jpeg', isBlank: page === 9 };
    },
  };
}

it('leaves out pages that are blank or can’t be drawn', async () => {
  const drawn = await drawScans(drawing([2, 4]), { bytes, numbers: [1, 2, 4, 9, 10] }, signal);
  expect(drawn.map(({ number }) => number)).toEqual([1, 10]);
});

it('gives up a file of which three pages can’t be drawn', async () => {
  const asked: number[] = [];
  const drawn = await drawScans(drawing([2, 3, 4], asked), { bytes, numbers: [1, 2, 3, 4, 5, 6] }, signal);
  expect(asked).toEqual([1, 2, 3, 4]);
  expect(drawn.map(({ number }) => number)).toEqual([1]);
});
