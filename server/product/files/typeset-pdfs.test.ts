import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasExactly } from '../ai/evidence/claim.ts';
import { toDocument } from '../ai/tools/doc-summary/pdf-pages.ts';
import { readPdf } from './child/read-pdf.ts';

/** Sentences of `tests/fixtures/typeset/article.tex`, by page. Most are divided, have ligatures, or stand beside formulas. */
const ARTICLE = [
  [
    'The municipal ferry of Fjordby carried 412,600 passengers in the last financial year, although the affiliated railway had been suspended for eleven weeks.',
    'Every official difference between the timetables was classified by its consequences for commuters.',
    'Insufficient staffing explains a fifth of the cancellations, and difficult weather explains nearly all of the others.',
    'Earlier investigations underestimated the interdependence of tidal currents and the affordability of off-peak fares.',
    'The well-known survey of 1998 had a response rate of 31 per cent, which its authors considered insufficient for generalisation.',
    'A re-examination of its questionnaires shows that infrequent passengers were systematically overrepresented.',
    'Our measurements were taken at intervals of fifteen seconds by instruments that the manufacturer had recalibrated beforehand.',
    'where observations of less than 0.5 minutes are disregarded as insignificant.',
    'has a half-width of 1.96',
    'which amounts to 0.4 minutes for the whole fleet.',
    'Throughout the experiment, the crew remained unaware of the hypotheses under investigation.',
    'The classification follows the handbook of the harbour office, second edition.',
    'Two officers were informed afterwards, for reasons of safety.',
  ],
  [
    'Harbour 4,380 91.2%',
    'Monastery 1,095 62.3%',
    'The harbour line was punctual in 91.2% of all departures, whereas the monastery line was so in 62.3% only.',
    'Notwithstanding considerable fluctuations, the differences between the lines were statistically significant in every quarter.',
    'Passengers of the lighthouse line waited 6.5 minutes on average, and those of the monastery line almost nineteen.',
    'The authority should replace the afternoon service by an uninterrupted shuttle of two smaller vessels.',
    'Refurbishment of the older vessels would be economically indefensible after the expiration of their certificates.',
    'The deposit of 24,000 euros ought to be reimbursed within ninety days of the termination of the contract.',
  ],
] as const;

async function open(name: string) {
  const file = new URL(`../../../tests/fixtures/typeset/${name}.pdf`, import.meta.url);
  const { title: _title, ...text } = await readPdf(readFileSync(file));
  const { pages } = toDocument('a.pdf', { unit: 'page', ...text }, { chunkTokens: 10_000 });
  /** The pages on which a quote is found. */
  const pagesOf = (quote: string): number[] =>
    pages
      .filter(({ pieces }) => pieces.some(({ passages }) => hasExactly(passages, quote)))
      .map(({ number }) => number);
  return { ...text, pagesOf };
}

const OUTLINE = [
  ['1 Introduction', 1, 1],
  ['1.1 Earlier investigations', 1, 2],
  ['2 Methods', 1, 1],
  ['3 Results', 2, 1],
  ['4 Recommendations', 2, 1],
];

describe.each(['pdftex', 'bitmaps', 'bitmaps-old'])('an article by TeX (%s)', (maker) => {
  it('has each of its sentences on its page alone', async () => {
    const { pagesOf, scanned } = await open(`article-${maker}`);
    const all = ARTICLE.flatMap((sentences, at) => sentences.map((sentence) => [sentence, [at + 1]]));
    expect(ARTICLE.flat().map((sentence) => [sentence, pagesOf(sentence)])).toEqual(all);
    expect(scanned).toEqual([]);
  });

  it('has its bookmarks', async () => {
    const { outline } = await open(`article-${maker}`);
    expect(outline.map(({ title, page, level }) => [title, page, level])).toEqual(OUTLINE);
  });

  it('is told to have letters that nobody knows, in its formulas', async () => {
    expect(await open(`article-${maker}`)).toMatchObject({ garbled: [1] });
  });
});

/** Those that `article.ms` has. */
const SHORT = [
  [...ARTICLE[0].slice(0, 6), ARTICLE[0].find((sentence) => sentence.startsWith('The classification')) ?? ''],
  ARTICLE[1].slice(-3),
];

it.each(['groff', 'ghostscript'])(
  'an article by %s has each of its sentences on its page alone',
  async (maker) => {
    const { pagesOf, garbled, scanned } = await open(`article-${maker}`);
    const all = SHORT.flatMap((sentences, at) => sentences.map((sentence) => [sentence, [at + 1]]));
    expect(SHORT.flat().map((sentence) => [sentence, pagesOf(sentence)])).toEqual(all);
    expect({ garbled, scanned }).toEqual({ garbled: [], scanned: [] });
  },
);

it.each(['chromium', 'libreoffice'])(
  'a guide by %s, whose headings look like text, has its bookmarks',
  async (maker) => {
    const { outline } = await open(`guide-${maker}`);
    expect(outline).toEqual([
      { title: 'Rent', page: 1, level: 1 },
      { title: 'Deposit', page: 1, level: 2 },
      { title: 'Notice', page: 2, level: 1 },
    ]);
  },
);
