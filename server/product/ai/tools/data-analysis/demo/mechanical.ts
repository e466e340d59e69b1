import type { ColumnFacts, TableFacts } from '../../../../files/table-facts.ts';
import type { PlannedChart, PlannedQuery } from '../state.ts';
import { unitsColumnOf } from '../typed-figures/judge-query.ts';

/** Columns with more distinct names aren't groups. */
const GROUPS_MAX = 30;
const TABLES_MAX = 4;

const FIGURES = ['sum', 'avg', 'median', 'min', 'max'];

/** Plans queries that suit any table without knowing its subject: its numbers by group and by month. */
export function planMechanically(tables: readonly TableFacts[]): PlannedQuery[] {
  return tables.slice(0, TABLES_MAX).flatMap((table) => {
    const number = chooseNumber(table);
    const group = table.columns.find(
      ({ type, distinct }) => type === 'text' && distinct > 1 && distinct <= GROUPS_MAX,
    );
    const date = table.columns.find(({ type }) => type === 'date');
    return [
      ...(number ? [wholeOf(table, number)] : [countOf(table)]),
      ...(group ? [byGroup(table, group, number)] : []),
      ...(date && number ? [byMonth(table, date, number)] : []),
    ];
  });
}

/**
 * Picks the column to sum: the last number column is usually the subject. Skips row numbers, and columns in mixed
 * units, which have no sum.
 */
function chooseNumber(table: TableFacts): ColumnFacts | undefined {
  const { columns, rows } = table;
  const isRowNumber = ({ min, max, distinct }: ColumnFacts): boolean =>
    distinct === rows && typeof min === 'number' && typeof max === 'number' && max - min === rows - 1;
  return columns.findLast(
    (column) =>
      column.type === 'number' && !isRowNumber(column) && unitsColumnOf(column, table) === undefined,
  );
}

function countOf({ name, file }: TableFacts): PlannedQuery {
  return { purpose: `Σ ${file}`, sql: `select count(*) as n from "${name}"`, columns: [], chart: null };
}

function wholeOf({ name }: TableFacts, { name: column, label, unit }: ColumnFacts): PlannedQuery {
  const figures = FIGURES.map((each) => `round(${each}("${column}"), 2) as ${each}`);
  return {
    purpose: `Σ ${label}`,
    sql: `select count("${column}") as n, ${figures.join(', ')} from "${name}"`,
    columns: FIGURES.map((each) => ({ name: each, unit })),
    chart: null,
  };
}

function byGroup({ name }: TableFacts, group: ColumnFacts, number: ColumnFacts | undefined): PlannedQuery {
  const measure = number ? `round(sum("${number.name}"), 2)` : 'count(*)';
  const title = number ? `Σ ${number.label} / ${group.label}` : `n / ${group.label}`;
  return {
    purpose: title,
    sql: `select coalesce("${group.name}", '–') as name, ${measure} as total from "${name}" group by 1 order by 2 desc, 1`,
    columns: [{ name: 'total', unit: number?.unit ?? null }],
    chart: chart('bar', title, 'name'),
  };
}

function byMonth({ name }: TableFacts, date: ColumnFacts, number: ColumnFacts): PlannedQuery {
  const title = `Σ ${number.label} / ${date.label}`;
  return {
    purpose: title,
    sql: `select substr("${date.name}", 1, 7) as month, round(sum("${number.name}"), 2) as total from "${name}" where "${date.name}" is not null group by 1 order by 1`,
    columns: [{ name: 'total', unit: number.unit }],
    chart: chart('line', title, 'month'),
  };
}

const chart = (kind: 'bar' | 'line', title: string, label: string): PlannedChart => ({
  kind,
  title,
  label,
  values: ['total'],
});
