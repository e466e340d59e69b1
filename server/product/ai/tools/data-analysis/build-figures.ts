import type { Figure } from '#domain/analysis/analysis.ts';
import { commonUnit, fitsChart } from '#domain/analysis/chart-fit.ts';
import { type AnsweredQuery, type AskedQuery, isAnswered, type PlannedChart } from './state.ts';

export interface PlacedFigures {
  /** Markdown with `[figure 1]` in place of the first chart. */
  readonly markdown: string;
  readonly figures: readonly Figure[];
  /** Those that the text places itself. */
  readonly named: number;
}

const PLACE = /^\{\{(chart|table):q(\d+)\}\}$/;

/** Places figures in the order of the text, and charts it doesn't mention at the end. Each result appears once. */
export function placeFigures(markdown: string, asked: readonly AskedQuery[]): PlacedFigures {
  const answered = asked.filter(isAnswered).filter(({ outcome }) => outcome.rows.length > 0);
  const figures: Figure[] = [];
  const place = (kind: string, number: number): string => {
    const query = answered.find(({ n }) => n === number);
    if (query === undefined || figures.some((figure) => figure.query === number)) return '';
    figures.push({ n: figures.length + 1, ...toFigure(query, kind === 'chart') });
    return `[figure ${figures.length}]`;
  };
  const lines = markdown.split('\n').map((line) => {
    const [, kind = '', number] = PLACE.exec(line.trim()) ?? [];
    return number === undefined ? line : place(kind, Number(number));
  });
  const named = figures.length;
  const rest = answered.flatMap(({ n, chart, outcome }) =>
    chart && isDrawable(chart, outcome) ? [place('chart', n)] : [],
  );
  const whole = [...lines, ...rest.filter((mark) => mark !== '').flatMap((mark) => ['', mark])].join('\n');
  return { markdown: whole.replace(/\n{3,}/g, '\n\n').trim(), figures, named };
}

function toFigure(
  { n, purpose, chart, outcome, units }: AnsweredQuery,
  wantsChart: boolean,
): Omit<Figure, 'n'> {
  if (wantsChart && chart && isDrawable(chart, outcome)) {
    const { kind, title, label, values } = chart;
    const drawn = values.map((value) => place(value, outcome));
    return {
      kind,
      title: title || purpose,
      query: n,
      label: place(label, outcome),
      values: drawn,
      unit: commonUnit(drawn, units),
    };
  }
  return { kind: 'table', title: chart?.title || purpose, query: n, label: -1, values: [], unit: '' };
}

type Result = AnsweredQuery['outcome'];

const place = (name: string, { columns }: Result): number =>
  columns.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());

const isDrawable = ({ kind, label, values }: PlannedChart, result: Result): boolean =>
  fitsChart(
    { kind, label: place(label, result), values: values.map((value) => place(value, result)) },
    result,
  );
