import type { Cell } from '#domain/analysis/analysis.ts';
import { escapeMarkdown } from '#domain/foreign-text.ts';
import { formatValue } from '../../language/format-value.ts';
import { currenciesIn, hasPercentages } from './result-units.ts';
import { type AnalysisState, type AnsweredQuery, isAnswered } from './state.ts';

/** A cell that a text names, as shown. */
export interface NamedValue {
  readonly text: string;
  readonly value: Cell;
  /** Unit of its column; empty: none. */
  readonly unit: string;
  /** Position; null for the number of rows. */
  readonly place: { readonly query: AnsweredQuery; readonly row: number; readonly column: number } | null;
}

const CELL = /^q(\d{1,2})\.r(\d{1,3})\.([^|]{1,100})$/;
const ROWS = /^([\p{L}\p{M}\p{N}_]{1,60})\.rows$/u;

/** Resolves a name such as `q2.r1.total|round:1`; null if there is no such cell or it can't be shown that way. */
export function nameValue(name: string, { asked, tables, input }: AnalysisState): NamedValue | null {
  const [path = '', ...styles] = name.split('|').map((part) => part.trim());
  const answered = asked.filter(isAnswered);
  const show = (value: Cell, place: NamedValue['place'], unit = ''): NamedValue | null => {
    const known = tables ?? [];
    const mayBeShare = place === null || !hasPercentages(place.query.sql, known);
    const units = { unit, mayBeShare, currencies: currenciesIn(known) };
    const text = formatValue(value, styles, input.language, units);
    return text === null
      ? null
      : { value, place, unit, text: typeof value === 'string' ? escapeMarkdown(text) : text };
  };
  const rows = ROWS.exec(path);
  if (rows) {
    const query = answered.find(({ n }) => `q${n}` === rows[1]);
    const count = query?.outcome.count ?? tables?.find((table) => table.name === rows[1])?.rows;
    return count === undefined ? null : show(count, null);
  }
  const [, number, line, column] = CELL.exec(path) ?? [];
  const query = answered.find(({ n }) => n === Number(number));
  if (query === undefined || line === undefined || column === undefined) return null;
  const row = Number(line) - 1;
  const wanted = column.trim().toLowerCase();
  const at = query.outcome.columns.findIndex((each) => each.toLowerCase() === wanted);
  return show(query.outcome.rows[row]?.[at] ?? null, { query, row, column: at }, query.units[at]);
}
