import { expect, it } from 'vitest';
import type { TableFacts } from '../../../files/table-facts.ts';
import { filesUsed } from './files-used.ts';
import type { AskedQuery } from './state.ts';

const table = (name: string, file: string): TableFacts => ({
  name,
  file,
  origin: 'csv',
  page: null,
  sheet: null,
  rows: 2,
  columns: [],
  sample: [],
  issues: [],
});
const TABLES = [table('sales', 'sales.csv'), table('costs', 'costs.csv'), table('Élan', 'élan.xlsx')];

const query = (sql: string, isOk = true): AskedQuery => ({
  n: 1,
  purpose: '',
  sql,
  columns: [],
  joins: [],
  chart: null,
  joined: [],
  units: [],
  outcome: isOk
    ? { ok: true, columns: [], rows: [], count: 0, read: 2 }
    : { ok: false, why: 'refused', says: '' },
});

it.each([
  ['select sum(amount) from sales', ['sales.csv']],
  ['SELECT * FROM Sales s JOIN "costs" c ON s.id = c.id', ['sales.csv', 'costs.csv']],
  ['select * from sales, costs', ['sales.csv', 'costs.csv']],
  ['with t as (select costs.id from costs) select * from t', ['costs.csv']],
  [
    "select 'sales' as label, (select max(x) from [Élan]) from costs -- from sales",
    ['costs.csv', 'élan.xlsx'],
  ],
])('finds the files that a query reads: %s', (sql, files) => {
  expect(filesUsed({ asked: [query(sql)], tables: TABLES })).toEqual(files);
});

it('counts no query without a result', () => {
  expect(filesUsed({ asked: [query('select * from sales', false)], tables: TABLES })).toEqual([]);
  expect(filesUsed({ asked: [query('select * from sales')], tables: null })).toEqual([]);
});
