import type { FoundPart } from './find-words.ts';

/** Marks parts of a text layer, whose elements hold the page's pieces. Returns the first mark. */
export function markWords(elements: readonly HTMLElement[], parts: readonly FoundPart[]): HTMLElement | null {
  const marks = elements.flatMap((element, at) => {
    const ofPiece = parts.filter(({ piece }) => piece === at);
    return ofPiece.length === 0 ? [] : markParts(element, ofPiece);
  });
  return marks[0] ?? null;
}

function markParts(element: HTMLElement, parts: readonly FoundPart[]): HTMLElement[] {
  const text = element.textContent;
  const nodes: (string | HTMLElement)[] = [];
  const marks: HTMLElement[] = [];
  let at = 0;
  // Two quotes may share words.
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from)) {
    if (to <= at) continue;
    const mark = document.createElement('mark');
    mark.textContent = text.slice(Math.max(at, from), to);
    nodes.push(text.slice(at, Math.max(at, from)), mark);
    marks.push(mark);
    at = to;
  }
  element.replaceChildren(...nodes, text.slice(at));
  return marks;
}
