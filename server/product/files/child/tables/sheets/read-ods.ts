import { checkContent } from '../../archive/check-content.ts';
import type { Archive } from '../../archive/open-archive.ts';
import { type Attributes, readXml, type XmlHandler } from '../../archive/read-xml.ts';
import { raisedText } from '../../raised-text.ts';
import type { FoundTables, LostPart, RawTable } from '../raw-table.ts';
import { writeHours, writeNumber } from './cell-format.ts';
import { placeOf } from './cell-place.ts';
import { takenRows } from './formula-ranges.ts';
import { cleanCell, SheetTable, sheetRoom } from './sheet-table.ts';

/** Repeated cells beyond this aren't columns of a table, but a coloured background. */
const REPEATED_MAX = 1_000;

/**
 * Reads the tables of an OpenDocument spreadsheet (OpenDocument 1.3 part 3, chapter 9): one per sheet that isn't empty,
 * with the values that were saved last. Rejects with UnreadableError.
 */
export async function readOds(file: string, archive: Archive): Promise<FoundTables> {
  await checkContent(archive);
  const reader = new ContentReader(file, await commonStyles(archive));
  await readXml(archive, 'content.xml', reader);
  return reader.found();
}

/** Collects the tables of `content.xml` from its elements. */
class ContentReader implements XmlHandler {
  readonly #file: string;
  readonly #room = sheetRoom();
  readonly #tables: RawTable[] = [];
  readonly #lost: LostPart[] = [];
  readonly #styles: Styles;
  readonly #hiddenStyles = new Set<string>();
  /** Styles of text that is raised, and of each open span whether its text is. */
  readonly #raisedStyles = new Set<string>();
  readonly #spans: boolean[] = [];
  readonly #paragraphs: string[] = [];
  /** The one being read; null outside of them. */
  #table: SheetTable | null = null;
  #row = { number: 0, times: 1, isHidden: false };
  #column = 0;
  #coveredColumns = 0;
  #columnStyles: (Shown | undefined)[] = [];
  #style = '';
  #cell: Attributes = {};
  #paragraph: string | null = null;
  #isLinked = false;
  /** Depth within a comment, a drawing or a pivot table, whose texts aren't of a cell. */
  #aside = 0;

  constructor(file: string, styles: Styles) {
    this.#file = file;
    this.#styles = styles;
  }

  found(): FoundTables {
    if (this.#isLinked) this.#lost.push({ key: 'linked_workbook', params: { file: this.#file } });
    // Hidden sheets mostly hold lists for the others.
    const isHidden = ({ issues }: RawTable): boolean => issues.some(({ key }) => key === 'hidden_sheet');
    const tables = this.#tables.toSorted((a, b) => Number(isHidden(a)) - Number(isHidden(b)));
    return { tables, lost: this.#lost };
  }

  open(name: string, attributes: Attributes): void {
    if (this.#aside > 0 || ASIDE.has(name)) this.#aside += 1;
    else if (name === 'table') this.#openTable(attributes);
    else if (name === 'table-column') this.#openColumns(attributes);
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-cell') this.#openCell(attributes);
    else if (name === 'covered-table-cell') this.#coveredColumns = repeatsOf(attributes, 'columns');
    else if (name === 'p') this.#paragraph = '';
    else if (name === 'span') this.#spans.push(this.#raisedStyles.has(attributes['text:style-name'] ?? ''));
    else if (SPACES.has(name)) this.text(' ');
    else if (name === 'table-source') this.#leaveOut();
    else this.#noteStyle(name, attributes);
  }

  text(more: string): void {
    if (this.#aside > 0 || this.#paragraph === null) return;
    this.#paragraph += this.#spans.at(-1) ? raisedText(more) : more;
  }

  close(name: string): void {
    if (this.#aside > 0) this.#aside -= 1;
    else if (name === 'p') this.#closeParagraph();
    else if (name === 'span') this.#spans.pop();
    else if (name === 'table-cell') this.#closeCell();
    // Below a merged cell: what it may hold isn't seen.
    else if (name === 'covered-table-cell') this.#column += this.#coveredColumns;
    else if (name === 'table-row') this.#table?.endRow(this.#row.number, this.#row);
    else if (name === 'table') this.#closeTable();
  }

  #noteStyle(name: string, attributes: Attributes): void {
    if (name === 'style') {
      this.#style = attributes['style:name'] ?? '';
      const shown = this.#styles.get(attributes['style:data-style-name'] ?? '');
      if (shown) this.#styles.set(this.#style, shown);
    } else if (name === 'table-properties' && attributes['table:display'] === 'false')
      this.#hiddenStyles.add(this.#style);
    else if (name === 'text-properties' && RAISED.test(attributes['style:text-position'] ?? ''))
      this.#raisedStyles.add(this.#style);
    else noteShown(name, attributes, this.#styles);
  }

  #openTable(attributes: Attributes): void {
    const isHidden = this.#hiddenStyles.has(attributes['table:style-name'] ?? '');
    const name = cleanCell(attributes['table:name'] ?? '');
    this.#table = new SheetTable({ file: this.#file, origin: 'ods', name, isHidden }, this.#room);
    this.#row = { number: 0, times: 0, isHidden: false };
    this.#column = 0;
    this.#columnStyles = [];
  }

  /** A table of cells of another file, kept for formulas that refer to it. */
  #leaveOut(): void {
    this.#table = null;
    this.#isLinked = true;
  }

  #closeTable(): void {
    const found = this.#table?.end() ?? null;
    this.#table = null;
    if (found !== null && 'cells' in found) this.#tables.push(found);
    else if (found !== null) this.#lost.push(found);
  }

  #openColumns(attributes: Attributes): void {
    const times = repeatsOf(attributes, 'columns');
    if (isSetAside(attributes)) this.#table?.hideColumns(this.#column, this.#column + times - 1);
    const shown = this.#styles.get(attributes['table:default-cell-style-name'] ?? '');
    for (let at = 0; shown && at < Math.min(times, REPEATED_MAX); at += 1)
      this.#columnStyles[this.#column + at] = shown;
    this.#column += times;
  }

  #openRow(attributes: Attributes): void {
    this.#row = {
      number: this.#row.number + this.#row.times,
      times: repeatsOf(attributes, 'rows'),
      isHidden: isSetAside(attributes),
    };
    this.#column = 0;
  }

  #openCell(attributes: Attributes): void {
    this.#cell = attributes;
    this.#paragraphs.length = 0;
  }

  #closeParagraph(): void {
    if (this.#paragraph !== null) this.#paragraphs.push(this.#paragraph);
    this.#paragraph = null;
  }

  #closeCell(): void {
    const cell = this.#cell;
    const times = repeatsOf(cell, 'columns');
    if (cell['calcext:value-type'] === 'error')
      this.#table?.error(placeOf({ row: this.#row.number, column: this.#column }));
    else this.#addCell(times);
    this.#column += times;
  }

  #addCell(times: number): void {
    const [cell, column, table] = [this.#cell, this.#column, this.#table];
    const own = cell['table:style-name'];
    const shown = own === undefined ? this.#columnStyles[column] : this.#styles.get(own);
    const text = valueOf(cell, { paragraphs: this.#paragraphs, shown });
    if (table === null || text === '') return;
    const place = { row: this.#row.number, column };
    const taken = takenRows({ text: plainFormula(cell['table:formula'] ?? ''), cell: place });
    if (taken !== null) table.takes(taken);
    for (let at = 0; at < Math.min(times, REPEATED_MAX); at += 1)
      table.add(column + at, text, 'table:formula' in cell);
    const rows = Number(cell['table:number-rows-spanned'] ?? 1);
    const columns = Number(cell['table:number-columns-spanned'] ?? 1);
    if (rows > 1 || columns > 1) table.merge({ row: this.#row.number, column, rows, columns });
  }
}

/** `[.B2:.B9]` is `B2:B9`; with a sheet before its first point, it's another's. */
const plainFormula = (formula: string): string => formula.replace(/\[\.([^\]:]*):\./g, '[$1:');

const repeatsOf = (attributes: Attributes, what: 'columns' | 'rows'): number =>
  Number(attributes[`table:number-${what}-repeated`] ?? 1);

/** Elements that stand for white space. */
const SPACES: ReadonlySet<string> = new Set(['s', 'tab', 'line-break']);

/** `super`, or by how much of the height. */
const RAISED = /^(?:super|[1-9])/;

const ASIDE: ReadonlySet<string> = new Set([
  'annotation',
  'shapes',
  'frame',
  'tracked-changes',
  'data-pilot-tables',
]);

const isSetAside = (attributes: Attributes): boolean =>
  (attributes['table:visibility'] ?? 'visible') !== 'visible';

/** What a style makes of a number: hours that may be more than a day, true and false, or a share. */
type Shown = 'length' | 'logical' | 'share';
/** By name: data styles, and styles of cells that have one. */
type Styles = Map<string, Shown>;

interface Look {
  readonly paragraphs: readonly string[];
  readonly shown: Shown | undefined;
}

/** The value of a cell as text: of numbers and dates the stored one, since the shown one may be rounded. */
function valueOf(cell: Attributes, { paragraphs, shown }: Look): string {
  const value = cell['office:value'] ?? '';
  switch (cell['office:value-type'] ?? 'string') {
    case 'float':
      // Gnumeric saves a share as any other number, and only its style tells.
      if (!isLogical(cell, { paragraphs, shown })) return writeNumber(value, shown === 'share' ? '%' : '');
      return Number(value) === 0 ? 'FALSE' : 'TRUE';
    case 'percentage':
      return writeNumber(value, '%');
    case 'currency':
      return writeNumber(value, cell['office:currency'] ?? '');
    case 'date':
      return writeMoment(cell['office:date-value'] ?? '');
    case 'time':
      return writeTime(cell['office:time-value'] ?? '', shown === 'length');
    case 'boolean':
      return cell['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE';
    default:
      return cleanCell(cell['office:string-value'] ?? paragraphs.join(' '));
  }
}

/** LibreOffice saves what a comparison yields as 0 or 1, and only the text beside it tells: `TRUE`, in its language. */
const isLogical = (cell: Attributes, { paragraphs, shown }: Look): boolean =>
  shown === 'logical' ||
  ('table:formula' in cell &&
    /^[01]$/.test(cell['office:value'] ?? '') &&
    /^[\p{L}\p{M}]+$/u.test(paragraphs.join()));

/** To the second, without the time at midnight. */
function writeMoment(value: string): string {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(value);
  const moment = found ? Date.parse(`${found[1]}T${found[2]}Z`) : Number.NaN;
  if (Number.isNaN(moment)) return value;
  const [day = '', time = ''] = new Date(Math.round(moment / 1000) * 1000).toISOString().split(/[T.]/);
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A time of day, or hours if it's a length; both are stored as ISO 8601 writes a length. */
function writeTime(value: string, isLength: boolean): string {
  const found = /^(-?)PT(\d+)H(\d+)M(\d+(?:[.,]\d+)?)S$/.exec(value);
  if (!found) return value;
  const [, sign = '', hours = '', minutes = '', seconds = ''] = found;
  const all = Math.round(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.')));
  if (!isLength && sign === '' && all < DAY) return new Date(all * 1000).toISOString().slice(11, 19);
  return writeHours((sign === '' ? all : -all) / 3600);
}

/** In seconds. */
const DAY = 86_400;

async function commonStyles(archive: Archive): Promise<Styles> {
  const found: Styles = new Map();
  await readXml(archive, 'styles.xml', {
    open(name, attributes) {
      noteShown(name, attributes, found);
    },
  });
  return found;
}

function noteShown(element: string, attributes: Attributes, styles: Styles): void {
  const name = attributes['style:name'] ?? '';
  if (element === 'boolean-style') styles.set(name, 'logical');
  else if (element === 'percentage-style') styles.set(name, 'share');
  else if (element === 'time-style' && attributes['number:truncate-on-overflow'] === 'false')
    styles.set(name, 'length');
}
