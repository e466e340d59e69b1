import { expect, it } from 'vitest';
import { contractOf } from '#domain/contract/contract-of.ts';
import { wordContract } from './word-contract.ts';

it.each([
  [{ pages: 3, extent: { upTo: 3, of: 3 } }, 'All 3 pages will be read.'],
  [{ pages: 2, extent: { upTo: 3, of: 3 } }, '2 pages of 3 will be read. The others have no text.'],
  [
    { pages: 2, extent: { upTo: 3, of: 3, lookedAt: 1 } },
    '2 pages of 3 will be read. The other is an image or blank: any text on it will be recognised.',
  ],
  [
    { pages: 1, extent: { upTo: 30, of: 30, lookedAt: 20 } },
    '1 page of 30 will be read. 20 others are images or blank: any text on them will be recognised.',
  ],
  [
    { extent: { upTo: 1, of: 1, lookedAt: 1 } },
    'Its page is an image or blank: any text on it will be recognised.',
  ],
  [
    { extent: { upTo: 3, of: 3, lookedAt: 3 } },
    'Its 3 pages are images or blank: any text on them will be recognised.',
  ],
  [
    { extent: { upTo: 30, of: 30, lookedAt: 20 } },
    'Its 30 pages are images or blank: any text on the first 20 will be recognised.',
  ],
  [
    { pages: 8, extent: { upTo: 10, of: 40, lookedAt: 1 } },
    'Pages 1–10 of 40 will be read, except 1 without text. One task can’t read more of it.',
  ],
])('tells which pages of a PDF are read: %j', (facts, words) => {
  const request = { language: 'en', wish: null, instruction: null, image: null } as const;
  const contract = contractOf('doc_summary', { ...request, files: [{ name: 'a.pdf', ...facts }] });
  expect(wordContract(contract).at(-1)).toBe(words);
});
