import { cleanText } from '../language/clean-text.ts';
import { withoutPrivate } from './private-words.ts';

const MAX_QUERY = 200;
/** More than any query; the patterns below take their time with what is longer. */
const MAX_LOOKED_AT = 1_000;

const NONE: ReadonlySet<string> = new Set();

/**
 * A query as it may leave the house: one line, short, and without what names a person more than a search needs. The
 * planner is told the same; this is for the time when it does not listen. `hidden`: words that it must not have. Null
 * when nothing is left.
 */
export function cleanQuery(query: string, hidden: ReadonlySet<string> = NONE): string | null {
  const words = cleanText(query.slice(0, MAX_LOOKED_AT))
    .split(/\s+/)
    .filter((word) => !isMailAddress(word));
  const clean = withoutPrivate(words, hidden)
    .join(' ')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, ' ')
    // Telephone and account numbers; a year, a price or a model stays.
    .replace(/\+?\d[\d\s()/.-]{8,}\d/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_QUERY)
    .trim();
  return clean.length < 2 ? null : clean;
}

/** Whether a word holds an email address. */
function isMailAddress(word: string): boolean {
  const sign = word.indexOf('@', 1);
  return sign !== -1 && word.slice(sign + 2, -1).includes('.');
}

interface Choice {
  readonly atMost: number;
  /** Words that must not leave the house. */
  readonly hidden: ReadonlySet<string>;
  readonly made?: readonly string[];
}

/** Queries that differ from each other and from those that were made. */
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
