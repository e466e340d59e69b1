import { splitPassages } from '../evidence/split-passages.ts';
import type { ToolInput } from '../tool.ts';
import type { Page } from './sources.ts';

/**
 * Sources of the answer that is followed up, as pages that need no fetching: each consists of its stored
 * quotes. Claims are extracted again, because another question or language needs others.
 */
export function earlierPages({ earlierSources }: ToolInput, atMost: number): Page[] {
  return earlierSources
    .slice(0, atMost)
    .map(({ url, host, title, date, read_at: readAt, quotes }, index) => ({
      id: `s${index + 1}`,
      url,
      host,
      title,
      date,
      readAt,
      passages: splitPassages([...new Set(quotes.map(({ around }) => around))]),
    }));
}

/** Planner's rule about pages of an earlier answer. It learns that they exist, never their content. */
export const EARLIER_RULE = `- An earlier answer to this task is being followed up. Its pages are at hand and are read again, whatever you name. Name queries only for what the person adds and those pages will hardly say; none at all ([]) for a shorter text, another form or another language.`;

/** Introduces the earlier answer to a writer, whose output triggers nothing. */
export const EARLIER_ANSWER = `This was written before; the person wants it changed. Its numbers in brackets are no ids:`;
