import { oneLine } from '#server/lib/one-line.ts';
import { cleanText } from '#server/product/ai/language/clean-text.ts';
import { UnreadableError } from '../archive/open-archive.ts';

/** A section is about as long as a page or two, so that a reader finds what is cited from it. */
const SECTION_CHARACTERS = 6_000;
/** Headings of a section that has less than this above them don't begin another. */
const SHORT_SECTION = 200;
/** Levels of headings that begin a section. */
const SECTION_LEVEL = 2;
/** A whole bookshelf, or built to fill the memory. */
const ALL_CHARACTERS = 20_000_000;

/**
 * Collects the text of a document without pages into sections: lines in reading order, headings marked by `#`, the cells
 * of a table's row separated by bars. Throws UnreadableError if there is too much.
 */
export class SectionText {
  readonly #sections: string[] = [];
  #lines: string[] = [];
  #length = 0;
  #all = 0;

  heading(level: number, text: string): void {
    const clean = oneLine(cleanText(text));
    if (clean === '') return;
    if (level <= SECTION_LEVEL && this.#length >= SHORT_SECTION) this.next();
    this.#add(`${'#'.repeat(Math.min(6, Math.max(1, level)))} ${clean}`);
  }

  line(text: string): void {
    const clean = oneLine(cleanText(text));
    if (clean !== '') this.#add(clean);
  }

  row(cells: readonly string[]): void {
    const clean = cells.map((cell) => oneLine(cleanText(cell)));
    if (clean.some((cell) => cell !== '')) this.#add(clean.join(' | '));
  }

  /** Begins another section, unless this one is empty. */
  next(): void {
    if (this.#lines.length > 0) this.#sections.push(this.#lines.join('\n'));
    this.#lines = [];
    this.#length = 0;
  }

  end(): string[] {
    this.next();
    return this.#sections;
  }

  #add(line: string): void {
    if (this.#length + line.length > SECTION_CHARACTERS) this.next();
    this.#lines.push(line);
    this.#length += line.length;
    this.#all += line.length;
    if (this.#all > ALL_CHARACTERS) throw new UnreadableError('too_big', 'it has too much text');
  }
}
