import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { LANGUAGE_CODES } from '#domain/languages.ts';
import { contradicts } from '#server/product/ai/evidence/contradicts.ts';

const code = z.enum(LANGUAGE_CODES);
const pairs = z.array(
  z.strictObject({
    language: code,
    /** The language of the quote. */
    of: code,
    sentence: z.string(),
    quote: z.string(),
    says: z.enum(['the same', 'the opposite']),
  }),
);
export type Pair = z.output<typeof pairs>[number];

/**
 * Sentences with the quotes that they cite, made up by writers who did not know what is looked for. `known`: what the
 * words were chosen by, true ones the hard way round among them; `held-out`: written afterwards, never chosen by.
 */
export function readPairs(name: 'known' | 'held-out'): readonly Pair[] {
  return pairs.parse(JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')));
}

export const isTurned = ({ language, of, sentence, quote }: Pair): boolean =>
  contradicts({ text: sentence, language }, [{ text: quote, language: of }]);
