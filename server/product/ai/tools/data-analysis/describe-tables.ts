import type { Cell, JoinedTables } from '#domain/analysis/analysis.ts';
import type { ColumnFacts, TableFacts } from '../../../files/table-facts.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { frame } from '../../prompts/frame-task.ts';
import type { AskedQuery } from './state.ts';

/** How much of the tables a model is shown. */
export interface Shown {
  readonly tables: number;
  readonly columns: number;
  /** Sample rows. */
  readonly rows: number;
  /** Most frequent values of a column. */
  readonly tops: number;
}

/** Maximum rows of each result that a model is shown, fewer where its context is small. */
const ROWS_SHOWN = [30, 15, 8, 4, 2];

/** Describes the tables for a model: computed figures and a few rows. Cells are untrusted. */
export function describeTables(tables: readonly TableFacts[], key: string, shown: Shown): string {
  return tables
    .slice(0, shown.tables)
    .map((table) => {
      const columns = table.columns.slice(0, shown.columns);
      return frame('table', key, [
        `name in queries: ${table.name}`,
        `file: ${line(table.file)}${table.page === null ? '' : `, page ${table.page}`}${table.sheet === null ? '' : `, sheet ${line(table.sheet)}`}${table.origin === 'image' ? ', read from a picture' : ''}`,
        `rows: ${table.rows}`,
        'columns:',
        ...columns.map((column) => describeColumn({ ...column, top: column.top.slice(0, shown.tops) })),
        'some rows:',
        ...table.sample.slice(0, shown.rows).map((row) => JSON.stringify(row.slice(0, shown.columns))),
        ...(table.issues.length > 0
          ? ['found in it:', ...table.issues.map((each) => JSON.stringify(each))]
          : []),
      ]);
    })
    .join('\n\n');
}

function describeColumn({
  name,
  label,
  type,
  unit,
  empty,
  distinct,
  min,
  max,
  mean,
  top,
}: ColumnFacts): string {
  const facts = [
    `${type}${unit ? ` in ${unit}` : ''}`,
    `${distinct} different`,
    ...(empty > 0 ? [`${empty} empty`] : []),
    ...(min === null ? [] : [`${min} to ${max}`]),
    ...(mean === null ? [] : [`mean ${mean}`]),
    ...(top.length > 0
      ? [`most often ${JSON.stringify(top.map(({ value, count }) => [value, count]))}`]
      : []),
  ];
  return `- ${name} (${JSON.stringify(label)}): ${facts.join('; ')}`;
}

/** Lists queries with their results, each row with the name that a text can refer to it by. */
export function describeResults(asked: readonly AskedQuery[], key: string, room: number): string {
  for (const rows of ROWS_SHOWN) {
    const text = withRows(asked, key, rows);
    if (room === Number.POSITIVE_INFINITY || estimateTokens(text) <= room) return text;
  }
  return withRows(asked, key, 1);
}

function withRows(asked: readonly AskedQuery[], key: string, atMost: number): string {
  return asked
    .map(({ n, purpose, sql, pivot, outcome, units, joined }) => {
      const turned = pivot === null ? [] : [`pivot: ${line(JSON.stringify(pivot))}`];
      const head = [`q${n}: ${line(purpose)}`, sql, ...turned];
      if (!outcome.ok) return frame('result', key, [...head, `failed: ${outcome.says}`]);
      const rows = outcome.rows.slice(0, atMost).map((row, at) => describeRow(at, outcome.columns, row));
      const more = outcome.count > rows.length ? [`… ${outcome.count} rows in all`] : [];
      const known = outcome.columns.flatMap((column, at) => (units[at] ? [`${column} in ${units[at]}`] : []));
      const inUnits = known.length > 0 ? [`units: ${known.join(', ')}`] : [];
      return frame('result', key, [
        ...head,
        `rows: ${outcome.count}`,
        ...joined.map(describeJoin),
        ...inUnits,
        ...rows,
        ...more,
      ]);
    })
    .join('\n\n');
}

const describeJoin = ({ from, to, keys, rows, matched }: JoinedTables): string =>
  `joined by ${keys.join(' and ')}: ${matched} of ${rows} rows of ${from} belong to one of ${to}`;

export function describeRow(at: number, columns: readonly string[], row: readonly Cell[]): string {
  return `r${at + 1}: ${columns.map((column, index) => `${column}=${JSON.stringify(row[index] ?? null)}`).join(', ')}`;
}

const line = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 300);
