import { posix } from 'node:path';
import { type Archive, demandPart } from '../archive/open-archive.ts';
import { type Attributes, attributeOf, readXml, type XmlHandler } from '../archive/read-xml.ts';
import type { Relation } from '../archive/relations.ts';
import { formatOf } from '../tables/sheets/cell-format.ts';

/** Rows of a chart that are read: more are data, which belong into a workbook. */
export const ROWS_MAX = 200;

/**
 * Charts as small tables, by the ids of their relations: the titles, and the values that were saved with the chart
 * (ECMA-376 part 1, 21.2). The workbook within isn't opened. Charts of a later format, such as a waterfall, are only told.
 * Rejects with UnreadableError.
 */
export async function readCharts(
  archive: Archive,
  relations: readonly Relation[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const charts = new Map<string, readonly string[]>();
  for (const { id, type, part } of relations) {
    if (type === 'chartEx') charts.set(id, [`(Not read: a chart, ${posix.basename(part)})`]);
    if (type !== 'chart') continue;
    demandPart(archive, part);
    const reader = new ChartReader();
    await readXml(archive, part, reader);
    charts.set(id, reader.lines());
  }
  return charts;
}

export const tellCut = (): string => `(Not read: what the chart has beyond its first ${ROWS_MAX} points)`;

/** Points by their numbers, from 0. */
type Points = Map<number, string>;

interface Series {
  name: string;
  readonly categories: Points;
  readonly values: Points;
}

/** What the points of a series stand in. */
const LISTS: Readonly<Record<string, 'categories' | 'values'>> = {
  cat: 'categories',
  xVal: 'categories',
  val: 'values',
  yVal: 'values',
};

class ChartReader implements XmlHandler {
  readonly #series: Series[] = [];
  /** Titles of the chart and of its axes, in this order. */
  readonly #titles: string[] = [];
  #list: 'categories' | 'values' | 'name' | null = null;
  #isTitle = false;
  #title = '';
  #format = '';
  #point = 0;
  #text: string | null = null;

  open(name: string, attributes: Attributes): void {
    if (name === 'ser') this.#series.push({ name: '', categories: new Map(), values: new Map() });
    else if (name === 'title') {
      this.#isTitle = true;
      this.#title = '';
    } else if (name === 'tx' && !this.#isTitle) this.#list = 'name';
    else if (name in LISTS) this.#list = LISTS[name] ?? null;
    else if (name === 'numCache' || name === 'strCache') this.#format = '';
    else if (name === 'pt') this.#point = Number(attributeOf(attributes, 'idx'));
    else if (name === 'v' || name === 't' || name === 'formatCode') this.#text = '';
  }

  text(more: string): void {
    if (this.#text !== null) this.#text += more;
  }

  close(name: string): void {
    if (name === 'title') {
      this.#isTitle = false;
      this.#titles.push(this.#title);
    } else if (name === 'tx' || name in LISTS) this.#list = null;
    else if (name === 'formatCode') this.#format = this.#text ?? '';
    else if (name === 't' && this.#isTitle) this.#title += this.#text ?? '';
    else if (name === 'v') this.#addPoint(this.#text ?? '');
    else return;
    this.#text = null;
  }

  #addPoint(text: string): void {
    const series = this.#series.at(-1);
    if (this.#isTitle) this.#title += text;
    else if (series !== undefined && this.#list === 'name') series.name = text;
    else if (series !== undefined && this.#list !== null && this.#point < ROWS_MAX) {
      const points = this.#list === 'values' ? series.values : series.categories;
      const said = this.#format === '' ? text : formatOf(0, this.#format)(text, false);
      // Categories in groups have their point once more for each level.
      points.set(this.#point, points.has(this.#point) ? `${said} ${points.get(this.#point)}` : said);
    }
  }

  lines(): string[] {
    const [title = '', ...axes] = this.#titles.map((each) => each.trim()).filter((each) => each !== '');
    const head = ['', ...this.#series.map(({ name }) => name)];
    const last = Math.max(-1, ...this.#series.flatMap(({ values }) => [...values.keys()]));
    const rows = Array.from({ length: last + 1 }, (_row, at) => [
      this.#series.find(({ categories }) => categories.has(at))?.categories.get(at) ?? String(at + 1),
      ...this.#series.map(({ values }) => values.get(at) ?? ''),
    ]);
    const isCut = last + 1 >= ROWS_MAX;
    return [
      `Chart: ${[title, ...axes].filter((each) => each !== '').join('; ')}`.trim(),
      ...[head, ...rows].map((cells) => cells.join(' | ')),
      ...(isCut ? [tellCut()] : []),
    ];
  }
}
