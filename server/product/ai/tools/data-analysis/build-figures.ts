import type { Cell, Figure } from '#domain/analysis.ts';
import { type AnsweredQuery, type AskedQuery, isAnswered, type PlannedChart } from './state.ts';

/** Maximum marks in a chart; beyond it, a table is easier to read. */
const MARKS = { bar: 30, line: 200, stacked: 20, scatter: 200, histogram: 40 } as const;
/** Maximum lines, or parts of a bar. */
const SERIES = 4;

export interface PlacedFigures {
  /** Markdown with `[figure 1]` in place of the first chart. */
  readonly markdown: string;
  readonly figures: readonly Figure[];
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
  const rest = answered.flatMap(({ n, chart, outcome }) =>
    chart && isDrawable(chart, outcome) ? [place('chart', n)] : [],
  );
  const whole = [...lines, ...rest.filter((mark) => mark !== '').flatMap((mark) => ['', mark])].join('\n');
  return { markdown: whole.replace(/\n{3,}/g, '\n\n').trim(), figures };
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
      unit: unitOfAll(drawn.map((at) => units[at] ?? '')),
    };
  }
  return { kind: 'table', title: chart?.title || purpose, query: n, label: -1, values: [], unit: '' };
}

/** Returns the unit shared by all drawn columns; empty if they differ. */
function unitOfAll(units: readonly string[]): string {
  const [first = '', ...others] = new Set(units);
  return others.length > 0 ? '' : first;
}

type Result = AnsweredQuery['outcome'];

const place = (name: string, { columns }: Result): number =>
  columns.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());

/** Whether a result suits this kind of chart: its columns, their numbers, and the count of marks. */
function isDrawable({ kind, label, values }: PlannedChart, result: Result): boolean {
  const { rows, count } = result;
  const columns = values.map((value) => place(value, result));
  const names = place(label, result);
  if (names === -1 || columns.length === 0 || columns.includes(-1) || columns.includes(names)) return false;
  if (
    rows.length < 2 ||
    count > MARKS[kind] ||
    columns.length > (kind === 'line' || kind === 'stacked' ? SERIES : 1)
  )
    return false;
  if (kind === 'stacked' && columns.length < 2) return false;
  const numbers = kind === 'scatter' ? [names, ...columns] : columns;
  const isNumber = (value: Cell | undefined): boolean => typeof value === 'number';
  const areNumbers = rows.every((row) => numbers.every((at) => isNumber(row[at]) || row[at] === null));
  const isPositive = rows.every((row) => columns.every((at) => Number(row[at] ?? 0) >= 0));
  return (
    areNumbers &&
    rows.some((row) => columns.some((at) => isNumber(row[at]))) &&
    // Shares and counts are never negative.
    (isPositive || kind === 'bar' || kind === 'line' || kind === 'scatter')
  );
}
