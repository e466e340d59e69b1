import type { Piece } from '../wire.ts';

/** The text and the thinking of one chunk. */
export interface ReadPiece {
  readonly text: string;
  readonly thinking: string;
}

/** Separates a chunk's text from its thinking, whichever field or part it's in. */
export function readPiece({ content, reasoning, reasoning_content }: Piece): ReadPiece {
  const apart = reasoning ?? reasoning_content ?? '';
  if (!Array.isArray(content)) return { text: content ?? '', thinking: apart };
  const parts = content.filter((part) => part !== null);
  return {
    text: parts.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
    thinking: apart + parts.map(({ thinking }) => textOf(thinking)).join(''),
  };
}

function textOf(
  thinking: string | readonly { text?: string | null | undefined }[] | null | undefined,
): string {
  if (typeof thinking === 'string') return thinking;
  return (thinking ?? []).map(({ text }) => text ?? '').join('');
}
