import { cleanText, isSuspect } from '#server/product/ai/language/clean-text.ts';
import type { Column } from '../grid.ts';
import { CELL_LENGTH, type EvenRows, RowTally, WIDTH_ROWS } from './even-rows.ts';
import { commonWidth } from './find-delimiter.ts';

const NEWLINE = 10;

/**
 * Cuts a text without quotation marks into rows and cells, of which only their places are kept: a text for each of
 * some millions takes many times their memory, and several times the time. Null if it has no rows.
 */
export function cutText(text: string, delimiter: string, least = 0): EvenRows | null {
  const first: { length: number }[] = [];
  const line = new Line(text, delimiter.charCodeAt(0));
  while (first.length < WIDTH_ROWS && line.next()) if (!line.isBlank) first.push({ length: line.cells });
  const width = first.length === 0 ? 0 : Math.max(least, commonWidth(first));
  if (width === 0) return null;
  const tally = new RowTally(width);
  const cut = new CutText(text, width);
  const all = new Line(text, delimiter.charCodeAt(0), cut);
  while (all.next()) {
    if (all.isBlank) continue;
    const isTooLong = all.cells > width && all.filled <= width;
    if (tally.keeps(isTooLong ? width : all.cells)) cut.keep();
  }
  const columns = Array.from({ length: width }, (_column, at) => new CutColumn(cut, at, tally.kept));
  return tally.end(columns);
}

/** Goes through a text line by line. */
class Line {
  /** Cells of the line, and how many there are up to the last one that isn't empty. */
  cells = 0;
  filled = 0;
  readonly #text: string;
  readonly #delimiter: number;
  readonly #cut: CutText | null;
  #from = 0;

  constructor(text: string, delimiter: number, cut: CutText | null = null) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#cut = cut;
  }

  get isBlank(): boolean {
    return this.filled === 0;
  }

  /** Goes to the next line. False at the end of the text. */
  next(): boolean {
    const [text, delimiter, cut] = [this.#text, this.#delimiter, this.#cut];
    if (this.#from > text.length) return false;
    let cells = 0;
    let filled = 0;
    let start = this.#from;
    let isEmpty = true;
    for (let at = start; ; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : NEWLINE;
      if (code === delimiter || code === NEWLINE) {
        cut?.put(cells, start, at - start);
        cells += 1;
        if (!isEmpty) filled = cells;
        if (code === NEWLINE) {
          this.#from = at + 1;
          break;
        }
        start = at + 1;
        isEmpty = true;
      } else if (isEmpty) isEmpty = isSpace(code);
    }
    this.cells = cells;
    this.filled = filled;
    return true;
  }
}

/** What `trim` removes. */
const isSpace = (code: number): boolean =>
  code <= 0x20
    ? code === 0x20 || (code >= 0x09 && code <= 0x0d)
    : code >= 0xa0 && /\s/.test(String.fromCharCode(code));

/** A text, and where its cells are. */
class CutText {
  readonly #text: string;
  readonly #isSuspect: boolean;
  readonly #width: number;
  #starts = new Uint32Array(4_096);
  #lengths = new Uint16Array(4_096);
  /** Of the row that isn't kept yet. */
  #base = 0;
  #reach = 0;

  constructor(text: string, width: number) {
    this.#text = text;
    this.#isSuspect = isSuspect(text);
    this.#width = width;
  }

  put(column: number, start: number, length: number): void {
    if (column >= this.#width) return;
    const place = this.#base + column;
    if (place >= this.#starts.length) this.#grow();
    this.#starts[place] = start;
    this.#lengths[place] = Math.min(CELL_LENGTH, length);
    this.#reach = column + 1;
  }

  /** Keeps the row, whose missing cells are empty. */
  keep(): void {
    const missing = this.#width - this.#reach;
    for (let more = 0; more < missing; more += 1) this.put(this.#reach, 0, 0);
    this.#base += this.#width;
  }

  textAt(row: number, column: number): string {
    const place = row * this.#width + column;
    const start = this.#starts[place] ?? 0;
    const cell = this.#text.slice(start, start + (this.#lengths[place] ?? 0)).trim();
    return this.#isSuspect ? cleanText(cell) : cell;
  }

  #grow(): void {
    const starts = new Uint32Array(this.#starts.length * 2);
    const lengths = new Uint16Array(this.#lengths.length * 2);
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    this.#starts = starts;
    this.#lengths = lengths;
  }
}

class CutColumn implements Column {
  readonly length: number;
  readonly #cut: CutText;
  readonly #column: number;
  readonly #first: number;

  constructor(cut: CutText, column: number, length: number, first = 0) {
    this.#cut = cut;
    this.#column = column;
    this.length = length;
    this.#first = first;
  }

  at(row: number): string {
    return row < this.length ? this.#cut.textAt(this.#first + row, this.#column) : '';
  }

  slice(from: number, to: number): CutColumn {
    return new CutColumn(this.#cut, this.#column, to - from, this.#first + from);
  }
}
