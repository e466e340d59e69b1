import type { TableIssue } from '#domain/analysis/table-issue.ts';
import { isScan } from '../../is-scan.ts';
import { openPdf, type Pdf } from '../../open-pdf.ts';
import { Grid } from '../grid.ts';
import type { FoundTables, LostPart, RawTable } from '../raw-table.ts';
import { goesOn } from './pdf-columns.ts';
import { type Headings, type LineBetween, type PlacedTable, placeTable, withGroups } from './pdf-groups.ts';
import { isNear, type Line, readLines, withoutRunningLines } from './pdf-lines.ts';

const PAGES_MAX = 60;
/** Fewer lines are an address, not a table. */
const ROWS_MIN = 3;
/** Maximum lines between two rows that can be a group heading, or the rest of a long cell. */
const LINES_BETWEEN = 3;

/**
 * Finds tables in a PDF's text layer: consecutive lines whose words are aligned in columns, across page breaks.
 * A PDF only has words at positions, so a table without gaps between its columns isn't found. `lookedAt`: pages without
 * text that aren't lost, because their tables have been read otherwise.
 */
export async function pdfTables(
  file: string,
  bytes: Buffer,
  lookedAt: readonly number[] = [],
): Promise<FoundTables> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === 'string') return { tables: [], lost: [] };
  const { pages, broken, scanned: all } = readPages(pdf);
  const scanned = all.filter((page) => !lookedAt.includes(page));
  const placed = findRuns(withoutRunningLines(pages)).map((run) => placeTable(run.page, run.lines, run));
  const tables = joinHeads(placed).map((table) => toRawTable(file, table));
  const lost: LostPart[] = [];
  const beyond = pdf.numPages - pages.length;
  if (beyond > 0) lost.push({ key: 'pages_beyond', params: { file, read: pages.length, pages: beyond } });
  if (scanned.length > 0) lost.push({ key: 'pages_without_text', params: { file, pages: listed(scanned) } });
  if (broken.length > 0) lost.push({ key: 'pages_broken', params: { file, pages: listed(broken) } });
  return {
    tables: tables.filter(({ cells }) => cells.length >= ROWS_MIN && cells.width >= 2),
    lost,
  };
}

const listed = (pages: readonly number[]): string => pages.join(', ');

function readPages(pdf: Pdf): { pages: Line[][]; broken: number[]; scanned: number[] } {
  const pages: Line[][] = [];
  const broken: number[] = [];
  const scanned: number[] = [];
  for (let page = 1; page <= Math.min(pdf.numPages, PAGES_MAX); page += 1) {
    try {
      const { lines, lost } = readLines(pdf, page);
      const text = lines.flatMap(({ cells }) => cells.map((cell) => cell.text)).join(' ');
      if (isScan(pdf, page, { text, printed: text.length, lost })) scanned.push(page);
      pages.push(lines);
    } catch {
      // A corrupt page has no tables, and is reported.
      pages.push([]);
      broken.push(page);
    }
  }
  return { pages, broken, scanned };
}

/** Lines of one table. */
interface Run {
  /** First page of the table. */
  readonly page: number;
  readonly lines: Line[];
  readonly between: LineBetween[];
  /** Whether a line that isn't a row is right above it. */
  readonly isTitled: boolean;
}

interface Placed {
  readonly line: Line;
  readonly page: number;
}

function findRuns(pages: readonly (readonly Line[])[]): Run[] {
  const placed = pages.flatMap((lines, at) => lines.map((line) => ({ line, page: at + 1 })));
  const runs: Run[] = [];
  let run: Run | null = null;
  // Lines between the last row and the next, if one follows.
  let between: Placed[] = [];
  for (const [at, { line, page }] of placed.entries()) {
    const last = placed[at - 1];
    const isSamePage = last?.page === page;
    const isNext = last !== undefined && (isSamePage ? isNear(last.line, line) : last.page === page - 1);
    if (line.cells.length < 2) {
      if (!isNext || between.length >= LINES_BETWEEN) run = null;
      between = run === null ? [] : [...between, { line, page }];
      continue;
    }
    const isParted = !isSamePage || between.length > 0;
    if (run !== null && isNext && (!isParted || goesOn(run.lines, line))) {
      const row = run.lines.push(line) - 1;
      run.between.push(...between.map((each) => ({ line: each.line, row, isOnItsPage: each.page === page })));
    } else {
      run = { page, lines: [line], between: [], isTitled: last !== undefined && last.line.cells.length < 2 };
      runs.push(run);
    }
    between = [];
  }
  return runs.filter(({ lines }) => lines.length > 1);
}

const EXAMPLE_LENGTH = 80;

/** Adds certain group headings as a column; they are reported in any case. */
function toRawTable(file: string, table: PlacedTable): RawTable {
  const grouped = withGroups(table.rows, table.headings);
  return {
    file,
    origin: 'pdf',
    page: table.page,
    cells: Grid.ofRows(grouped?.rows ?? table.rows),
    issues: issuesOf(table.between, grouped?.column),
    hasDecimalCommas: false,
  };
}

function issuesOf(between: PlacedTable['between'], column: string | undefined): TableIssue[] {
  const [first] = between;
  if (first === undefined) return [];
  const params = { rows: between.length, example: first.slice(0, EXAMPLE_LENGTH).toWellFormed() };
  return [
    column === undefined
      ? { key: 'lines_between', params }
      : { key: 'groups_in_column', params: { ...params, column } },
  ];
}

/** Joins tables that continue with a repeated header. */
function joinHeads(tables: readonly PlacedTable[]): PlacedTable[] {
  const joined: PlacedTable[] = [];
  for (const table of tables) {
    const before = joined.at(-1);
    const [head = []] = table.rows;
    const isSameHead = before?.rows[0]?.join('\u0000') === head.join('\u0000');
    if (before && isSameHead)
      joined[joined.length - 1] = {
        ...before,
        rows: [...before.rows, ...table.rows.slice(1)],
        between: [...before.between, ...table.between],
        headings: joinHeadings(before, table),
      };
    else joined.push(table);
  }
  return joined;
}

/** The line above a repeated header may be a group heading, too: then none is certain. */
function joinHeadings(before: PlacedTable, after: PlacedTable): Headings {
  if (before.headings === null || after.headings === null || after.isTitled) return null;
  const moved = [...after.headings].map(([row, heading]) => [row + before.rows.length - 1, heading] as const);
  return new Map([...before.headings, ...moved]);
}
