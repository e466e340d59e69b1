import type { AnalysisRow, CellRow } from '#web/lib/analysis-row.ts';
import { splitFigures } from './split-figures.ts';

/** A report as plain text, for a file or the clipboard: its figures are tables there, with what they show. */
export function writeFigures(markdown: string, analysis: AnalysisRow | undefined): string {
  if (!analysis) return markdown;
  const parts = splitFigures(markdown).map((part) => {
    if ('markdown' in part) return part.markdown;
    const figure = analysis.figures.find(({ n }) => n === part.figure);
    const query = analysis.queries.find(({ n }) => n === figure?.query);
    if (!figure || !query) return '';
    const head = [
      `| ${query.columns.map(toText).join(' | ')} |`,
      `|${query.columns.map(() => ' --- |').join('')}`,
    ];
    const rows = query.rows.map((row) => `| ${row.map(toText).join(' | ')} |`);
    const more = query.count > query.rows.length ? [`… (${query.count})`] : [];
    return [
      `${toText(figure.title)}${figure.unit ? ` (${toText(figure.unit)})` : ''}`,
      '',
      ...head,
      ...rows,
      ...more,
    ].join('\n');
  });
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const toText = (cell: CellRow): string =>
  String(cell ?? '')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|');
