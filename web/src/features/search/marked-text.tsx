import { markWords } from './mark-words.ts';

/** A text with the words of a search marked. It stays text: nothing in it becomes an element. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  return markWords(text, query).map((piece, index) =>
    piece.isMatch ? (
      <mark
        // The pieces of a text have no identity but their place.
        key={`piece-${index}`}
        className="marked-word"
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
