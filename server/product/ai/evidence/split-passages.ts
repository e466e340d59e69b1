/** A part of a page that can be referred to. */
export interface Passage {
  /** `p1`, `p2`, … in page order. */
  readonly id: string;
  readonly text: string;
}

/** Long enough to be understood alone, short enough that eight cost as much as a page. */
const LENGTH = 800;
/** The rest of a page is ignored. */
const MAX_PASSAGES = 80;

/** Splits a page into parts of similar length, between lines or, in long lines, between sentences. */
export function splitPassages(blocks: readonly string[]): Passage[] {
  const texts: string[] = [];
  let current = '';
  for (const piece of blocks.flatMap(toPieces)) {
    if (current !== '' && current.length + piece.length > LENGTH) {
      texts.push(current);
      current = '';
      if (texts.length === MAX_PASSAGES) break;
    }
    current += current === '' ? piece : `\n${piece}`;
  }
  if (current !== '' && texts.length < MAX_PASSAGES) texts.push(current);
  return texts.map((text, index) => ({ id: `p${index + 1}`, text }));
}

/** Half of the longest quote that is looked for. */
const BORDER = 300;

/**
 * Adds a passage across each border, so that no quote is lost because it begins in one passage and ends in the next.
 */
export function withBorders(passages: readonly Passage[]): Passage[] {
  const borders = passages.flatMap(({ text }, at) => {
    const before = passages[at - 1]?.text;
    if (before === undefined) return [];
    return [`${before.slice(-BORDER)}\n${text.slice(0, BORDER)}`.toWellFormed()];
  });
  const added = borders.map((text, at) => ({ id: `p${passages.length + at + 1}`, text }));
  return [...passages, ...added];
}

/**
 * Splits a line into pieces of at most 800 characters, between sentences if possible; none for an empty line.
 */
export function toPieces(block: string): string[] {
  const pieces: string[] = [];
  let rest = block;
  while (rest.length > LENGTH) {
    const cut = lastEnd(rest.slice(0, LENGTH));
    pieces.push(rest.slice(0, cut).trimEnd().toWellFormed());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** After the last sentence, else the last space, else anywhere. */
function lastEnd(text: string): number {
  const sentence = Math.max(
    ...['. ', '! ', '? ', '。', '؟ ', '। '].map((mark) => text.lastIndexOf(mark) + mark.length),
  );
  if (sentence > LENGTH / 3) return sentence;
  const space = text.lastIndexOf(' ') + 1;
  return space > LENGTH / 3 ? space : text.length;
}
