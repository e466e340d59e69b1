import Papa from 'papaparse';
import { isAboveValues } from '../shape-table.ts';
import { withoutComments } from './find-delimiter.ts';

/** Empty lines, and the most blocks between them: more are one table with gaps. */
const BETWEEN = /\n(?:[ \t]*\n)+/;
const BLOCKS_MAX = 100;
/** What tells whether a block is a table: characters, rows of these, and the fewest that it has. */
const SAMPLE = 256 * 1024;
const SAMPLE_ROWS = 50;
const ROWS_LEAST = 3;

/** A table of a text, with the notes around it, or the whole text. */
export interface TextPart {
  readonly text: string;
  /** Cells that its rows have at least; notes above a short table may outnumber them. */
  readonly width: number;
}

/**
 * Parts of a text that are tables of their own: each stands between empty lines, has a heading, and another width than
 * the others. Of equal width, they may be one table with empty lines in it.
 */
export function splitText(text: string, delimiter: string): readonly TextPart[] {
  const texts = text.split(BETWEEN, BLOCKS_MAX + 1);
  if (texts.length > BLOCKS_MAX || (texts.length > 1 && !texts.every(hasWholeQuotes)))
    return [{ text, width: 0 }];
  const blocks = texts.map((block) => readBlock(block, delimiter));
  const widths = new Set(blocks.filter(({ isTable }) => isTable).map(({ width }) => width));
  if (widths.size < 2) return [{ text, width: Math.max(0, ...widths) }];
  return joinNotes(blocks);
}

interface Block {
  readonly text: string;
  readonly width: number;
  readonly isTable: boolean;
}

/** An empty line within quotation marks is part of a cell. */
function hasWholeQuotes(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count % 2 === 0;
}

/** A title, and comments, may stand right above a heading. */
function readBlock(text: string, delimiter: string): Block {
  const options = { delimiter, preview: SAMPLE_ROWS, skipEmptyLines: true };
  const { data } = Papa.parse<string[]>(withoutComments(text.slice(0, SAMPLE)), options);
  const head = data.findIndex(({ length }) => length > 1);
  const rows = head === -1 ? [] : data.slice(head);
  const [first = []] = rows;
  const isEven = rows.every(({ length }) => length === first.length);
  const isTable = rows.length >= ROWS_LEAST && isEven && !first.includes('') && isAboveValues(rows);
  return { text, width: first.length, isTable };
}

/** Notes belong to the table below them, unless there is none, and rows without a heading to the one above. */
function joinNotes(blocks: readonly Block[]): TextPart[] {
  const parts: { readonly texts: string[]; readonly width: number }[] = [];
  const above: string[] = [];
  for (const { text, width, isTable } of blocks) {
    const last = parts.at(-1);
    if (isTable) parts.push({ texts: [...above.splice(0), text], width });
    else if (last?.width === width) last.texts.push(...above.splice(0), text);
    else above.push(text);
  }
  parts.at(-1)?.texts.push(...above);
  return parts.map(({ texts, width }) => ({ text: texts.join('\n'), width }));
}
