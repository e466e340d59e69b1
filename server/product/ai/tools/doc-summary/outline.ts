import { standsIn } from '../../evidence/claim.ts';
import { type Outline, outlineLines } from '../../prompts/outline-lines.ts';
import type { Chunk, PdfDocument } from './pdf-pages.ts';

/** Tokens of an outline in a prompt. */
const OUTLINE_TOKENS = 600;

/** In a small context, it takes less. */
const roomIn = (window: number): number => Math.min(OUTLINE_TOKENS, window / 16);

/** Of a reader's prompt, what the outline of a chunk may take. */
export const outlineRoom = ({ length }: Outline, window: number): number => (length > 0 ? roomIn(window) : 0);

/** For who reads some pages: the parts of the document that begin on them, and those that go on there. */
export function outlineOfChunk({ outline }: PdfDocument, { pages }: Chunk, window: number): string[] {
  const [from, to] = [pages[0]?.number ?? 1, pages.at(-1)?.number ?? 1];
  const open: Outline[number][] = [];
  for (const entry of outline.filter(({ page }) => page < from)) {
    while ((open.at(-1)?.level ?? 0) >= entry.level) open.pop();
    open.push(entry);
  }
  const within = outline.filter(({ page }) => page >= from && page <= to);
  return outlineLines([...open, ...within], roomIn(window));
}

/**
 * For the writer, who sees no page: the outline, but only titles that stand on the page that they lead to. Nobody sees
 * the others in print, so they may say anything.
 */
export function printedOutline({ outline, pages }: PdfDocument, window: number): string[] {
  const passages = new Map(
    pages.map(({ number, pieces }) => [number, pieces.flatMap((piece) => piece.passages)] as const),
  );
  const printed = outline.filter(({ title, page }) => standsIn(passages.get(page) ?? [], title));
  return outlineLines(printed, roomIn(window));
}
