/** A part of a page that can be pointed at. */
export interface Passage {
  /** `p1`, `p2`, … in the order of the page. */
  readonly id: string;
  readonly text: string;
}

/** Long enough to be understood by itself, short enough that eight of them are read for the price of a page. */
const LENGTH = 800;
/** What a page says beyond is not looked at. */
const MAX_PASSAGES = 80;

/** A page's lines in parts of about the same length, cut between lines or, where one is too long, between sentences. */
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

/** A line in pieces of at most 800 characters, cut between sentences where it can be; none of an empty one. */
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

/** After the last sentence, else the last space, else wherever. */
function lastEnd(text: string): number {
  const sentence = Math.max(
    ...['. ', '! ', '? ', '。', '؟ ', '। '].map((mark) => text.lastIndexOf(mark) + mark.length),
  );
  if (sentence > LENGTH / 3) return sentence;
  const space = text.lastIndexOf(' ') + 1;
  return space > LENGTH / 3 ? space : text.length;
}
