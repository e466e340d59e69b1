import type { z } from 'zod';
import { SearchError, type SearchHit } from './search.ts';

const FREE = { promptTokens: 0, completionTokens: 0, cost: 0 } as const;

/** Converts an engine's response to hits. Invalid URLs are dropped. */
export function readHits<Answer>(
  schema: z.ZodType<Answer>,
  json: unknown,
  toHits: (answer: Answer) => readonly SearchHit[],
) {
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    throw new SearchError('protocol', 'the engine answers a search in a form that is not known', {
      retryable: true,
    });
  const hits = toHits(parsed.data).filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));
  return { hits: hits.map(plain), usage: FREE };
}

/** Engines highlight the matched words. */
function plain({ url, title, excerpt }: SearchHit): SearchHit {
  return { url, title: withoutMarks(title).slice(0, 300), excerpt: withoutMarks(excerpt).slice(0, 1000) };
}

function withoutMarks(text: string): string {
  return text
    .slice(0, 5000)
    .replace(/<[^<>]{0,100}>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
