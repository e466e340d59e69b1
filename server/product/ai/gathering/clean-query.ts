import { cleanText } from '../language/clean-text.ts';
import { withoutPrivate } from './private-words.ts';

const MAX_QUERY = 200;
/** More than any query; longer text would slow down the patterns below. */
const MAX_LOOKED_AT = 1_000;

const NONE: ReadonlySet<string> = new Set();

/**
 * Sanitises a query before it is sent: one line, short, and without personal details that a search doesn't
 * need. A safeguard, since the planner is instructed likewise. `hidden`: words to remove. Null if nothing is
 * left.
 */
export function cleanQuery(query: string, hidden: ReadonlySet<string> = NONE): string | null {
  const words = cleanText(query.slice(0, MAX_LOOKED_AT))
    .split(/\s+/)
    .filter((word) => !isMailAddress(word));
  const clean = withoutPrivate(words, hidden)
    .join(' ')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, ' ')
    // Removes phone and account numbers; years, prices and models stay.
    .replace(/\+?\d[\d\s()/.-]{8,}\d/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_QUERY)
    .trim();
  return clean.length < 2 ? null : clean;
}

/** True if a word contains an email address. */
function isMailAddress(word: string): boolean {
  const sign = word.indexOf('@', 1);
  return sign !== -1 && word.slice(sign + 2, -1).includes('.');
}

interface Choice {
  readonly atMost: number;
  /** Words that must not be sent. */
  readonly hidden: ReadonlySet<string>;
  readonly made?: readonly string[];
}

/** Distinct queries, without those already made. */
export function cleanQueries(queries: readonly string[], { atMost, hidden, made = [] }: Choice): string[] {
  const seen = new Set(made.map((query) => query.toLowerCase()));
  const clean: string[] = [];
  for (const query of queries) {
    const each = cleanQuery(query, hidden);
    if (each === null || seen.has(each.toLowerCase()) || clean.length >= atMost) continue;
    seen.add(each.toLowerCase());
    clean.push(each);
  }
  return clean;
}

/** A planner's rule. Code removes what it can tell to be private, which names aren't. */
export const STRANGERS_READ = `- Strangers read the queries: leave out names of private people, addresses, account numbers, and what of the project the search doesn't need.`;
