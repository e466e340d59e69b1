import type { Archive } from '../archive/open-archive.ts';
import { type Attributes, attributeOf, readXml, type XmlHandler } from '../archive/read-xml.ts';
import { ROWS_MAX, tellCut } from './read-charts.ts';

/** Texts like those of the cells of a table: one is never a document. */
const TEXT_LENGTH = 1_000;
const COLUMNS_MAX = 100;

/**
 * A chart as a small table: its titles, and the values that were saved with it (OpenDocument 1.3 part 3, chapter 11). One
 * that shows a table of its document has its titles alone. Rejects with UnreadableError.
 */
export async function readChart(archive: Archive, folder: string): Promise<readonly string[]> {
  const reader = new ChartReader();
  await readXml(archive, `${folder}/content.xml`, reader);
  return reader.lines();
}

class ChartReader implements XmlHandler {
  /** Titles of the chart and of its axes, in this order. */
  readonly #titles: string[] = [];
  /** Of the table of its values: names of the series first, and in each row a category. */
  readonly #rows: string[][] = [];
  #isCut = false;
  #row: string[] = [];
  /** Of the title or the cell that is open. */
  #text: string | null = null;
  #cell: Attributes = {};

  open(name: string, attributes: Attributes): void {
    if (name === 'title' || name === 'subtitle') this.#text = '';
    else if (name === 'table-row') this.#row = [];
    else if (name === 'table-cell') {
      this.#text = '';
      this.#cell = attributes;
    }
  }

  text(more: string): void {
    if (this.#text !== null && this.#text.length < TEXT_LENGTH) this.#text += more;
  }

  close(name: string): void {
    if (name === 'title' || name === 'subtitle') {
      this.#titles.push((this.#text ?? '').trim());
      this.#text = null;
    } else if (name === 'table-cell') {
      const times = Number(attributeOf(this.#cell, 'number-columns-repeated') ?? 1);
      // A point without a value.
      const isNone = attributeOf(this.#cell, 'value') === 'NaN';
      const text = isNone ? '' : (this.#text ?? '').trim();
      for (let at = 0; at < times && this.#row.length < COLUMNS_MAX; at += 1) this.#row.push(text);
      this.#text = null;
    } else if (name === 'table-row') {
      // One for the names.
      if (this.#rows.length <= ROWS_MAX) this.#rows.push(this.#row);
      else this.#isCut = true;
    }
  }

  lines(): string[] {
    const titles = this.#titles.filter((each) => each !== '');
    return [
      `Chart: ${titles.join('; ')}`.trim(),
      ...this.#rows.map((cells) => cells.join(' | ')),
      ...(this.#isCut ? [tellCut()] : []),
    ];
  }
}
