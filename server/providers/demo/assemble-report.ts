import { LIBRARY_PHRASES } from './library-phrases.ts';
import type { DemoClaim, DemoFacts } from './read-prompt.ts';

/** A search result is a few sentences, with its links below. */
const SEARCH_QUOTES = 4;
const REPORT_QUOTES = 14;

/** Builds a report from claims: the sources' words, each with its id. */
export function assembleReport({ about, claims, language, title }: DemoFacts): string {
  const says = LIBRARY_PHRASES[language];
  switch (about) {
    case 'pdf':
      return joined(`## ${says.extract}`, quotes(claims));
    case 'web':
      return joined(says.madeUp, quotes(claims.slice(0, SEARCH_QUOTES)));
    case 'research':
    case 'task':
      return joined(`## ${title}`, says.madeUp, `### ${says.found}`, quotes(claims.slice(0, REPORT_QUOTES)));
  }
}

const joined = (...parts: readonly string[]): string => parts.join('\n\n');

/** Quoted, because they are in their sources' language, which may differ from the answer's. */
const quotes = (claims: readonly DemoClaim[]): string =>
  claims.map(({ id, text }) => `> ${text} [${id}]`).join('\n>\n');
