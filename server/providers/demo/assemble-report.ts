import { LIBRARY_PHRASES } from './library-phrases.ts';
import type { DemoClaim, DemoFacts } from './read-prompt.ts';

/** A search answers in a few sentences; its links stand below. */
const SEARCH_QUOTES = 4;
const REPORT_QUOTES = 14;

/** What a writer is asked for where there are claims to write from: the words of the sources, each with its id. */
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

/** As quotations: they are in the language of their sources, whatever that of the answer. */
const quotes = (claims: readonly DemoClaim[]): string =>
  claims.map(({ id, text }) => `> ${text} [${id}]`).join('\n>\n');
