import type { Source } from '#domain/evidence.ts';
import { MarkedQuote } from '../evidence/marked-quote.tsx';

/** Stored passages of a file, with the quoted words marked. */
export function Passages({ quotes }: Pick<Source, 'quotes'>) {
  return quotes.map(({ text, around }) => (
    <blockquote
      key={text}
      dir="auto"
      className="mt-3 border-s-2 border-slip-mark ps-3 wrap-anywhere whitespace-pre-line type-small"
    >
      <MarkedQuote text={text} around={around} />
    </blockquote>
  ));
}
