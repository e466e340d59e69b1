import { type Archive, demandPart, UnreadableError } from '../../archive/open-archive.ts';
import { type Attributes, readXml, type XmlHandler } from '../../archive/read-xml.ts';
import { type Relation, relationOf, relationsOf } from '../../archive/relations.ts';
import { raisedText } from '../../raised-text.ts';
import { remembered } from '../columns/remembered.ts';
import type { FoundTables, LostPart, RawTable } from '../raw-table.ts';
import { formatOf } from './cell-format.ts';
import { columnOf, rowOf } from './cell-place.ts';
import { type Formula, takenRows } from './formula-ranges.ts';
import { cleanCell, type SheetRoom, SheetTable, sheetRoom } from './sheet-table.ts';

/**
 * Reads the tables of an Office Open XML workbook (ECMA-376 part 1, chapter 18): one per sheet that isn't empty, with
 * the values that were saved last. Nothing is calculated, and macros, pictures and links to other files aren't opened.
 * Rejects with UnreadableError.
 */
export async function readXlsx(file: string, archive: Archive): Promise<FoundTables> {
  const [main] = (await relationsOf(archive)).filter(({ type }) => type === 'officeDocument');
  const part = main?.part ?? 'xl/workbook.xml';
  demandPart(archive, part);
  const relations = await relationsOf(archive, part);
  const book = await readBook(archive, { part, relations });
  const partOf = (type: string): string => relations.find((each) => each.type === type)?.part ?? '';
  const shared: Shared = {
    strings: await readStrings(archive, partOf('sharedStrings')),
    formats: await readFormats(archive, { part: partOf('styles'), isFrom1904: book.isFrom1904 }),
  };
  const room = sheetRoom();
  const tables: RawTable[] = [];
  const lost: LostPart[] = [];
  // Hidden sheets mostly hold lists for the others.
  for (const sheet of book.sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))) {
    const table = await readSheet(archive, { file, sheet, shared, room });
    if (table === null) continue;
    if ('cells' in table) tables.push(table);
    else lost.push(table);
  }
  if (book.isLinked) lost.push({ key: 'linked_workbook', params: { file } });
  return { tables, lost };
}

interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

interface Book {
  readonly sheets: readonly Sheet[];
  readonly isFrom1904: boolean;
  /** It takes values from other workbooks. */
  readonly isLinked: boolean;
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

async function readBook(
  archive: Archive,
  { part, relations }: { readonly part: string; readonly relations: readonly Relation[] },
): Promise<Book> {
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  let isLinked = false;
  await readXml(archive, part, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes['date1904']);
      else if (name === 'externalReference') isLinked = true;
      else if (name === 'sheet') {
        const found = relationOf(archive, relations, attributes);
        // Others are charts or dialogs.
        if (found?.type !== 'worksheet') return;
        sheets.push({
          name: cleanCell(attributes['name'] ?? ''),
          part: found.part,
          isHidden: (attributes['state'] ?? 'visible') !== 'visible',
        });
      }
    },
  });
  return { sheets, isFrom1904, isLinked };
}

/** Writes a stored value as it's shown. */
type WriteCell = (stored: string) => string;

/** Formats by the number of a cell's style. */
async function readFormats(
  archive: Archive,
  { part, isFrom1904 }: { readonly part: string; readonly isFrom1904: boolean },
): Promise<WriteCell[]> {
  const codes = new Map<number, string>();
  const formats: WriteCell[] = [];
  let isInCells = false;
  await readXml(archive, part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        const format = formatOf(id, codes.get(id));
        formats.push(remembered((stored) => format(stored, isFrom1904)));
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

/** `_x000D_` stands for a character that XML can't hold. */
const ESCAPED = /_x([0-9a-f]{4})_/gi;

function unescape(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** The texts of a workbook, each of one or more runs; hints for their pronunciation are left out. */
async function readStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isHint = false;
  let isRaised = false;
  await readXml(archive, part, {
    open(name, { val }) {
      if (name === 't') isText = !isHint;
      else if (name === 'r') isRaised = false;
      else if (name === 'vertAlign') isRaised = val === 'superscript';
      else if (name === 'si') {
        text = '';
        isRaised = false;
      } else if (name === 'rPh') isHint = true;
    },
    text(more) {
      if (isText) text += isRaised ? raisedText(more) : more;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isHint = false;
      else if (name === 'si') strings.push(cleanCell(unescape(text)));
    },
  });
  return strings;
}

interface Shared {
  readonly strings: readonly string[];
  readonly formats: readonly WriteCell[];
}

interface SheetOptions {
  readonly file: string;
  readonly sheet: Sheet;
  readonly shared: Shared;
  readonly room: SheetRoom;
}

async function readSheet(
  archive: Archive,
  { file, sheet, shared, room }: SheetOptions,
): Promise<RawTable | LostPart | null> {
  const table = new SheetTable({ file, origin: 'xlsx', name: sheet.name, isHidden: sheet.isHidden }, room);
  await readXml(archive, sheet.part, new SheetReader(table, shared));
  return table.end();
}

/** Fills a table with the cells of a sheet from its elements. */
class SheetReader implements XmlHandler {
  readonly #table: SheetTable;
  readonly #shared: Shared;
  #cell = {
    column: -1,
    type: '',
    style: '',
    place: '',
    text: '',
    formula: null as string | null,
    shares: '',
  };
  /** Formulas that cells share, by their names. */
  readonly #formulas = new Map<string, Formula>();
  #row = -1;
  #isRowHidden = false;
  #isText = false;
  #isFormula = false;
  #isHint = false;
  #isRaised = false;

  constructor(table: SheetTable, shared: Shared) {
    this.#table = table;
    this.#shared = shared;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isText = true;
    else if (name === 't') this.#isText = !this.#isHint;
    else if (name === 'r') this.#isRaised = false;
    else if (name === 'vertAlign') this.#isRaised = attributes['val'] === 'superscript';
    else if (name === 'f') this.#openFormula(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'rPh') this.#isHint = true;
    else if (name === 'col') this.#openColumns(attributes);
    else if (name === 'mergeCell') this.#merge(attributes['ref'] ?? '');
  }

  text(more: string): void {
    if (this.#isText) this.#cell.text += this.#isRaised ? raisedText(more) : more;
    else if (this.#isFormula) this.#cell.formula += more;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    else if (name === 'f') this.#isFormula = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#table.endRow(this.#row, { isHidden: this.#isRowHidden });
    else if (name === 'rPh') this.#isHint = false;
  }

  #openRow({ r, hidden }: Attributes): void {
    this.#row = r === undefined ? this.#row + 1 : Number(r) - 1;
    this.#isRowHidden = isTrue(hidden);
    this.#cell.column = -1;
  }

  #openColumns({ hidden, min, max }: Attributes): void {
    if (isTrue(hidden)) this.#table.hideColumns(Number(min) - 1, Number(max) - 1);
  }

  #merge(range: string): void {
    const [from = '', to = from] = range.split(':');
    const [row, column] = [rowOf(from), columnOf(from)];
    this.#table.merge({ row, column, rows: rowOf(to) - row + 1, columns: columnOf(to) - column + 1 });
  }

  #openCell({ r: place = '', t: type = 'n', s: style = '' }: Attributes): void {
    const column = place === '' ? this.#cell.column + 1 : columnOf(place);
    this.#cell = { column, type, style, place, text: '', formula: null, shares: '' };
    this.#isRaised = false;
  }

  #openFormula({ t: type, si: name = '' }: Attributes): void {
    this.#isFormula = true;
    this.#cell.formula = '';
    if (type === 'shared') this.#cell.shares = name;
  }

  /** Tells of a formula that takes rows of its own column together. */
  #takeRows(text: string): void {
    const { column, shares } = this.#cell;
    const cell = { row: this.#row, column };
    if (text !== '' && shares !== '') this.#formulas.set(shares, { text, cell });
    const formula = text === '' ? this.#formulas.get(shares) : { text, cell };
    const taken = formula === undefined ? null : takenRows(formula, cell);
    if (taken !== null) this.#table.takes(taken);
  }

  #closeCell(): void {
    const { column, type, style, text, formula, place } = this.#cell;
    const table = this.#table;
    if (formula !== null) this.#takeRows(formula);
    if (text === '') {
      if (formula !== null && type !== 'str') table.uncalculated(place);
    } else if (type === 'e') table.error(place);
    else if (type === 's') table.add(column, this.#sharedString(text));
    else if (type === 'b') table.add(column, text === '1' ? 'TRUE' : 'FALSE');
    else if (type === 'n') {
      const format = this.#shared.formats[Number(style)];
      table.add(column, format ? format(text.trim()) : text.trim(), formula !== null);
    } else if (type === 'd') table.add(column, text.replace(/T00:00:00(?:\.0+)?$/, ''));
    else table.add(column, cleanCell(unescape(text)));
  }

  /** A cell would silently be empty if the list of texts were incomplete. */
  #sharedString(index: string): string {
    const text = this.#shared.strings[Number(index)];
    if (text === undefined) throw new UnreadableError('broken', `there is no text ${index}`);
    return text;
  }
}
