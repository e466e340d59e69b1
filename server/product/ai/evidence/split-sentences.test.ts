import { describe, expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const sentencesIn = (language: string, line: string): readonly string[] =>
  splitSentences(line, language).sentences.map((sentence) => sentence.trim());

describe('a sentence goes on after an abbreviation', () => {
  it.each([
    ['en', 'The court did not convict the man defended by Mr. Jones [c1].'],
    ['en', 'It was bought by Brell Inc. Ltd. Partners from Dr. Tarn on St. Mary Street [c1].'],
    ['de', 'Die Anlage kostet 500 Mio. Euro und 20 Std. Arbeit.'],
    ['de', 'Das Urteil Nr. A 7 gilt laut Dr. Tarn v. Chr. Geburt z. B. Bauern [c1].'],
    ['fr', 'Le procès de M. Tarn et de MM. Brell a été reporté [c1].'],
    ['it', 'Il dott. Tarn ha pagato la Brell S.p.A. Milano [c1].'],
    ['es', 'La Sra. Tarn y el Sr. Brell no pagaron [c1].'],
    ['pt', 'O Exmo. Dr. Tarn pagou [c1].'],
    ['ru', 'Он жил до н. э. Рима за 5 тыс. Рублей [c1].'],
    // Languages without a list know the titles and firms of the others.
    ['nl', 'Volgens Dr. Tarn en Prof. Brell betaalt Brell Inc. Alles [c1].'],
    ['pl', 'Pani Sgt. Miller mieszka w St. Gallen [c1].'],
  ])('%s: %s', (language, line) => {
    expect(sentencesIn(language, line)).toEqual([line]);
  });
});

describe('a sentence ends', () => {
  it.each([
    ['after a word that merely ends like one', 'en', 'We saw the Admr. It was 4 mm wide.', 2],
    ['after a word of another language in lower case', 'en', 'That was long ago. They left.', 2],
    ['after an abbreviation that cites something', 'en', 'It belongs to Brell Inc. [c1] They left.', 2],
    ['after a question', 'de', 'Kostet das 5 Mio.? Das ist viel.', 2],
    ['at a plain full stop', 'en', 'Tyres need 4 mm [c1]. Chains are required. [c2] They are black.', 3],
  ])('%s', (_what, language, line, count) => {
    expect(sentencesIn(language, line)).toHaveLength(count);
  });
});
