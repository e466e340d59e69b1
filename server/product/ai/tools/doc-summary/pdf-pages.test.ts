import { expect, it } from 'vitest';
import { hasExactly } from '../../evidence/claim.ts';
import { type ReadText, toDocument } from './pdf-pages.ts';

it('every sentence of a long page is found, wherever its passages begin and end', () => {
  const sentences = Array.from(
    { length: 60 },
    (_none, at) =>
      `Clause ${at} of this contract says in some thirty words or fewer what the tenant owes the landlord.`,
  );
  // Lines of a page break anywhere.
  const page = sentences.join(' ').replace(/(.{60,75}) /g, '$1\n');
  const read: ReadText = {
    unit: 'page',
    pages: [page],
    cut: [],
    garbled: [],
    scanned: [],
    outline: [],
    attachments: [],
  };
  const passages = toDocument('lease.pdf', read, { chunkTokens: 10_000 }).pages.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => piece.passages),
  );
  expect(passages.length).toBeGreaterThan(5);
  expect(sentences.filter((sentence) => !hasExactly(passages, sentence))).toEqual([]);
});
