import type { Analysis, Cell } from '#domain/analysis/analysis.ts';
import { splitFigures } from '../evidence/split-figures.ts';

type Charts = Pick<ReadonlySet<number>, 'has'>;
const NO_CHARTS: Charts = new Set<number>();

/**
 * A report as text, for a file or the clipboard, with figures as tables. `isDrawn`: the result is parsed as
 * Markdown again, so cells such as `<none>` or `5*3*2` are escaped. `charts`: figures whose mark stays above their
 * table, for a chart.
 */
export function writeFigures(
  markdown: string,
  analysis: Analysis | undefined,
  isDrawn = false,
  charts: Charts = NO_CHARTS,
): string {
  if (!analysis) return markdown;
  const toText = isDrawn ? toMarkdown : toPlain;
  const parts = splitFigures(markdown).map((part) => {
    if ('markdown' in part) return part.markdown;
    const figure = analysis.figures.find(({ n }) => n === part.figure);
    const query = analysis.queries.find(({ n }) => n === figure?.query);
    if (!figure || !query) return '';
    const head = [
      `| ${query.columns.map(toText).join(' | ')} |`,
      `|${query.columns.map((_name, at) => (isNumbers(query.rows, at) ? ' ---: |' : ' --- |')).join('')}`,
    ];
    const rows = query.rows.map((row) => `| ${row.map(toText).join(' | ')} |`);
    const more = query.count > query.rows.length ? [`… (${query.count})`] : [];
    const title = toText(figure.title).trim();
    return [
      `${isDrawn && title !== '' ? `**${title}**` : title}${figure.unit ? ` (${toText(figure.unit)})` : ''}`,
      '',
      ...(charts.has(figure.n) ? [`[figure ${figure.n}]`, ''] : []),
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
const write = (cell: Cell): string =>
  typeof cell === 'number' ? String(Number(cell.toFixed(4))) : (cell ?? '');

const toPlain = (cell: Cell): string => write(cell).replace(SPACE, ' ').replaceAll('|', '\\|');

/** Characters with a meaning in Markdown; an underscore within a word has none. */
const SIGNS = /[\\`*[\]<>~|]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

const toMarkdown = (cell: Cell): string => write(cell).replace(SPACE, ' ').replace(SIGNS, '\\$&');
