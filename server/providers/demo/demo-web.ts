import { scoreTexts } from '#server/lib/score-texts.ts';
import { PageError, type PageReader } from '../page-reader/page-reader.ts';
import type { SearchEngine } from '../search/search.ts';
import { type LibraryPage, readLibrary } from './library.ts';

export interface DemoWeb {
  readonly search: SearchEngine;
  readonly pages: PageReader;
}

/** Minimum score; pages below only share words that nearly all pages have. */
const ENOUGH = 1;
/** Fraction of the best page's score; lower ones only share a word by chance. */
const NEAR_BEST = 0.3;

/** The demo's web for search and reading: the pages of its library and nothing else. */
export function createDemoWeb(): DemoWeb {
  const library = readLibrary();
  const texts = library.map(({ title, paragraphs }) => [title, title, ...paragraphs].join('\n'));

  return {
    search: {
      name: 'the demo’s library',
      usd: () => 0,
      async search({ words, count }) {
        const scores = scoreTexts(texts, words);
        const enough = Math.max(ENOUGH, Math.max(...scores) * NEAR_BEST);
        const found = library
          .map((page, index) => ({ page, score: scores[index] ?? 0 }))
          .filter(({ score }) => score >= enough)
          .toSorted((a, b) => b.score - a.score)
          .map(({ page }) => page);
        return {
          hits: found.slice(0, count).map(toHit),
          usage: { promptTokens: 0, completionTokens: 0, cost: 0 },
        };
      },
    },
    pages: {
      async read(url) {
        const page = library.find((each) => each.url === url);
        if (!page) throw new PageError('unreachable', 'the demo has no such page');
        const { title, date, paragraphs, hash } = page;
        return { url, title, date, language: 'en', blocks: paragraphs, hash };
      },
      async close() {},
    },
  };
}

const toHit = ({ url, title, paragraphs }: LibraryPage) => ({ url, title, excerpt: paragraphs[0] ?? '' });
