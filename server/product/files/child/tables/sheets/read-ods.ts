import { type Archive, UnreadableError } from '../../archive/open-archive.ts';
import { type Attributes, readXml } from '../../archive/read-xml.ts';
import type { FoundTables, LostPart, RawTable } from '../raw-table.ts';
import { writeHours, writeNumber } from './cell-format.ts';
import { cleanCell, SheetTable, sheetRoom } from './sheet-table.ts';

/** Repeated cells beyond this aren't columns of a table, but a coloured background. */
const REPEATED_MAX = 1_000;

/**
 * Reads the tables of an OpenDocument spreadsheet (OpenDocument 1.3 part 3, chapter 9): one per sheet that isn't empty,
 * with the values that were saved last. Rejects with UnreadableError.
 */
export async function readOds(file: string, archive: Archive): Promise<FoundTables> {
  if (await isEncrypted(archive)) throw new UnreadableError('locked', 'it is encrypted');
  if (!archive.names.has('content.xml')) throw new UnreadableError('broken', 'it has no content');
  const room = sheetRoom();
  const tables: RawTable[] = [];
  const lost: LostPart[] = [];
  const hiddenStyles = new Set<string>();
  /** Styles that show a time as a length, which may be more than a day. */
  const lengths = await lengthStyles(archive);
  let isLengthColumn: boolean[] = [];
  let style = '';
  let table: SheetTable | null = null;
  let row = { number: 0, times: 1, isHidden: false };
  let column = 0;
  let coveredColumns = 0;
  let isLinked = false;
  let cell: Attributes = {};
  const paragraphs: string[] = [];
  let paragraph: string | null = null;
  /** Depth within a comment, a drawing or a pivot table, whose texts aren't of a cell. */
  let aside = 0;

  function closeCell(): void {
    const times = Number(cell['table:number-columns-repeated'] ?? 1);
    const own = cell['table:style-name'];
    const isLength = own === undefined ? isLengthColumn[column] === true : lengths.has(own);
    const text = valueOf(cell, { paragraphs, isLength });
    const isError = cell['calcext:value-type'] === 'error';
    if (table !== null && isError) table.error(placeOf(row.number, column));
    if (table !== null && text !== '' && !isError) {
      for (let at = 0; at < Math.min(times, REPEATED_MAX); at += 1) table.add(column + at, text);
      const rows = Number(cell['table:number-rows-spanned'] ?? 1);
      const columns = Number(cell['table:number-columns-spanned'] ?? 1);
      if (rows > 1 || columns > 1) table.merge({ row: row.number, column, rows, columns });
    }
    column += times;
  }

  await readXml(archive, 'content.xml', {
    open(name, attributes) {
      if (aside > 0 || ASIDE.has(name)) {
        aside += 1;
        return;
      }
      switch (name) {
        case 'time-style':
          noteLength(attributes, lengths);
          return;
        case 'style':
          style = attributes['style:name'] ?? '';
          if (lengths.has(attributes['style:data-style-name'] ?? '')) lengths.add(style);
          return;
        case 'table-properties':
          if (attributes['table:display'] === 'false') hiddenStyles.add(style);
          return;
        case 'table': {
          const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
          const sheet = cleanCell(attributes['table:name'] ?? '');
          table = new SheetTable({ file, origin: 'ods', name: sheet, isHidden }, room);
          row = { number: 0, times: 0, isHidden: false };
          column = 0;
          isLengthColumn = [];
          return;
        }
        case 'table-column': {
          const times = Number(attributes['table:number-columns-repeated'] ?? 1);
          if (isSetAside(attributes)) table?.hideColumns(column, column + times - 1);
          const isLength = lengths.has(attributes['table:default-cell-style-name'] ?? '');
          if (isLength) isLengthColumn.length = column;
          for (let at = 0; isLength && at < Math.min(times, REPEATED_MAX); at += 1) isLengthColumn.push(true);
          column += times;
          return;
        }
        case 'table-row':
          row = {
            number: row.number + row.times,
            times: Number(attributes['table:number-rows-repeated'] ?? 1),
            isHidden: isSetAside(attributes),
          };
          column = 0;
          return;
        case 'table-source':
          // Cells of another file, kept for formulas that refer to it.
          table = null;
          isLinked = true;
          return;
        case 'table-cell':
          cell = attributes;
          paragraphs.length = 0;
          return;
        case 'covered-table-cell':
          coveredColumns = Number(attributes['table:number-columns-repeated'] ?? 1);
          return;
        case 'p':
          paragraph = '';
          return;
        case 's':
        case 'tab':
        case 'line-break':
          if (paragraph !== null) paragraph += ' ';
      }
    },
    text(more) {
      if (aside === 0 && paragraph !== null) paragraph += more;
    },
    close(name) {
      if (aside > 0) {
        aside -= 1;
        return;
      }
      if (name === 'p' && paragraph !== null) {
        paragraphs.push(paragraph);
        paragraph = null;
      } else if (name === 'table-cell') closeCell();
      // Below a merged cell: what it may hold isn't seen.
      else if (name === 'covered-table-cell') column += coveredColumns;
      else if (name === 'table-row') table?.endRow(row.number, row);
      else if (name === 'table' && table !== null) {
        const found = table.end();
        table = null;
        if (found !== null && 'rows' in found) tables.push(found);
        else if (found !== null) lost.push(found);
      }
    },
  });
  if (isLinked) lost.push({ key: 'linked_workbook', params: { file } });
  // Hidden sheets mostly hold lists for the others.
  const isHidden = ({ issues }: RawTable): boolean => issues.some(({ key }) => key === 'hidden_sheet');
  return { tables: tables.toSorted((a, b) => Number(isHidden(a)) - Number(isHidden(b))), lost };
}

const ASIDE: ReadonlySet<string> = new Set([
  'annotation',
  'shapes',
  'frame',
  'tracked-changes',
  'data-pilot-tables',
]);

const isSetAside = (attributes: Attributes): boolean =>
  (attributes['table:visibility'] ?? 'visible') !== 'visible';

/** The value of a cell as text: of numbers and dates the stored one, since the shown one may be rounded. */
function valueOf(
  cell: Attributes,
  { paragraphs, isLength }: { readonly paragraphs: readonly string[]; readonly isLength: boolean },
): string {
  const value = cell['office:value'] ?? '';
  switch (cell['office:value-type'] ?? 'string') {
    case 'float':
      return writeNumber(value, '');
    case 'percentage':
      return writeNumber(value, '%');
    case 'currency':
      return writeNumber(value, cell['office:currency'] ?? '');
    case 'date':
      return (cell['office:date-value'] ?? '').replace(/T00:00:00(?:\.0+)?$/, '');
    case 'time':
      return writeTime(cell['office:time-value'] ?? '', isLength);
    case 'boolean':
      return cell['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE';
    default:
      return cleanCell(cell['office:string-value'] ?? paragraphs.join(' '));
  }
}

/** A time of day, or hours if it's a length; both are stored as ISO 8601 writes a length. */
function writeTime(value: string, isLength: boolean): string {
  const found = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(value);
  if (!found) return value;
  const [, hours = '', minutes = '', seconds = ''] = found;
  if (!isLength && Number(hours) < 24)
    return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return writeHours(Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600);
}

/** `B7`, from a row and a column that count from 0. */
function placeOf(row: number, column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

async function lengthStyles(archive: Archive): Promise<Set<string>> {
  const found = new Set<string>();
  await readXml(archive, 'styles.xml', {
    open(name, attributes) {
      if (name === 'time-style') noteLength(attributes, found);
    },
  });
  return found;
}

function noteLength(style: Attributes, lengths: Set<string>): void {
  if (style['number:truncate-on-overflow'] === 'false') lengths.add(style['style:name'] ?? '');
}

async function isEncrypted(archive: Archive): Promise<boolean> {
  let isFound = false;
  await readXml(archive, 'META-INF/manifest.xml', {
    open(name) {
      if (name === 'encryption-data') isFound = true;
    },
  });
  return isFound;
}
