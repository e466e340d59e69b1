import type { Analysis, Cell } from '#domain/analysis/analysis.ts';
import { isLanguageCode } from '#domain/languages.ts';
import { mayBeYears } from '../chart/periods.ts';
import { splitFigures } from '../evidence/split-figures.ts';

/** A document that is read as it is. */
export interface Paper {
  /** Figures whose mark stays above their table, for a chart. */
  readonly charts: Pick<ReadonlySet<number>, 'has'>;
  /** Numbers are written in it, as its charts do. */
  readonly language: string;
}

/**
 * A report as text, for a file or the clipboard, with figures as tables. `isDrawn`: the result is parsed as
 * Markdown again, so cells such as `<none>` or `5*3*2` are escaped. Unless it's for paper, numbers are written as
 * programs read them.
 */
export function writeFigures(
  markdown: string,
  analysis: Analysis | undefined,
  isDrawn = false,
  paper?: Paper,
): string {
  if (!analysis) return markdown;
  const toText = isDrawn ? toMarkdown : toPlain;
  const numbers = paper && numbersIn(paper.language);
  const parts = splitFigures(markdown).map((part) => {
    if ('markdown' in part) return part.markdown;
    const figure = analysis.figures.find(({ n }) => n === part.figure);
    const query = analysis.queries.find(({ n }) => n === figure?.query);
    if (!figure || !query) return '';
    const head = [
      `| ${query.columns.map(toText).join(' | ')} |`,
      `|${query.columns.map((_name, at) => (isNumbers(query.rows, at) ? ' ---: |' : ' --- |')).join('')}`,
    ];
    const writers = query.columns.map((_name, at) =>
      writerOf(
        query.rows.map((row) => row[at] ?? null),
        toText,
        numbers,
      ),
    );
    const rows = query.rows.map(
      (row) => `| ${row.map((cell, at) => (writers[at] ?? toText)(cell)).join(' | ')} |`,
    );
    const more = query.count > query.rows.length ? [`… (${query.count})`] : [];
    const title = toText(figure.title).trim();
    return [
      `${isDrawn && title !== '' ? `**${title}**` : title}${figure.unit ? ` (${toText(figure.unit)})` : ''}`,
      '',
      ...(paper?.charts.has(figure.n) ? [`[figure ${figure.n}]`, ''] : []),
      ...head,
      ...rows,
      ...more,
    ].join('\n');
  });
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const isNumbers = (rows: readonly (readonly Cell[])[], at: number): boolean =>
  rows.some((row) => typeof row[at] === 'number') && rows.every((row) => typeof row[at] !== 'string');

const SPACE = /\s+/g;

/** A share of 0.4140690695 says no more than 0.4141. */
const DIGITS = 4;

const write = (cell: Cell): string =>
  typeof cell === 'number' ? String(Number(cell.toFixed(DIGITS))) : (cell ?? '');

const numbersIn = (code: string): Intl.NumberFormat =>
  new Intl.NumberFormat(isLanguageCode(code) ? code : undefined, { maximumFractionDigits: DIGITS });

type Write = (cell: Cell) => string;

/** How the cells of a column are written: years without marks for thousands. */
function writerOf(cells: readonly Cell[], toText: Write, numbers: Intl.NumberFormat | undefined): Write {
  if (!numbers || mayBeYears(cells)) return toText;
  return (cell) => (typeof cell === 'number' ? numbers.format(cell) : toText(cell));
}

const toPlain = (cell: Cell): string => write(cell).replace(SPACE, ' ').replaceAll('|', '\\|');

/** Characters with a meaning in Markdown; an underscore within a word has none. */
const SIGNS = /[\\`*[\]<>~|]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

const toMarkdown = (cell: Cell): string => write(cell).replace(SPACE, ' ').replace(SIGNS, '\\$&');
