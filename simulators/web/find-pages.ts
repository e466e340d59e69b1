import { HOSTILE_PAGES } from './hostile-pages.ts';
import type { SimulatedPage } from './page.ts';
import { TYRE_PAGES } from './tyre-pages.ts';

/** Without a BOM, in a charset that only its head declares. */
const LATIN: SimulatedPage = {
  at: 'latin.example/reifen',
  title: 'Reifen',
  html: '',
  contentType: 'text/html',
  bytes: Buffer.from(
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>Reifen</title></head><body><article><p>Für Größen über 17 Zoll gilt dasselbe.</p></article></body></html>',
    'latin1',
  ),
  unlisted: true,
};

export const PAGES: readonly SimulatedPage[] = [...TYRE_PAGES, ...HOSTILE_PAGES, LATIN];

export function findPage(at: string): SimulatedPage | null {
  return PAGES.find((page) => page.at === at) ?? null;
}

/** A minimal search engine: pages that contain most of the query's words come first. */
export function searchPages(query: string, pages: readonly SimulatedPage[] = PAGES): SimulatedPage[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return pages
    .filter((page) => !page.unlisted)
    .map((page) => {
      const text = `${page.title} ${page.html}`.toLowerCase();
      return { page, score: words.filter((word) => text.includes(word)).length };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ page }) => page);
}

/** Returns an engine's excerpt of a page. */
export function snippetOf({ html }: SimulatedPage): string {
  return html
    .replace(/^[\s\S]*?<article>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
