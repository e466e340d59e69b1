import { beforeAll, expect, it } from 'vitest';
import { askSandbox } from '../../../files/child/tables/ask-sandbox.ts';
import { readSources } from '../../../files/child/tables/read-sources.ts';
import { openSandbox } from '../../../files/child/tables/sql-sandbox.ts';
import { profileTables } from '../../../files/child/tables/work-on-tables.ts';
import type { QueryOutcome, TableFacts } from '../../../files/table-facts.ts';
import { filesUsed } from './files-used.ts';
import type { AskedQuery } from './state.ts';

const FILES = ['sales.csv', 'costs.csv', 'élan.csv'];

let ask: (sql: string) => QueryOutcome;
let tables: TableFacts[];

beforeAll(async () => {
  const bytes = Buffer.from('id,amount,x\n1,5,2\n2,6,3\n');
  const sources = FILES.map((name) => ({ kind: 'csv', name, bytes }) as const);
  const sandbox = await openSandbox((add) => readSources(sources, add));
  ask = (sql) => askSandbox(sandbox, sql);
  tables = await profileTables(sources);
});

const query = (sql: string): AskedQuery => ({
  n: 1,
  purpose: '',
  sql,
  columns: [],
  joins: [],
  pivot: null,
  chart: null,
  joined: [],
  units: [],
  outcome: ask(sql),
});

it.each([
  ['select sum(amount) from sales', ['sales.csv']],
  ['SELECT * FROM Sales s JOIN "costs" c ON s.id = c.id', ['sales.csv', 'costs.csv']],
  ['select * from sales, costs', ['sales.csv', 'costs.csv']],
  ['with t as (select costs.id from costs) select * from t', ['costs.csv']],
  [
    "select 'sales' as label, (select max(x) from [elan]) from costs -- from sales",
    ['costs.csv', 'élan.csv'],
  ],
  ['select count(*) as costs from sales', ['sales.csv']],
])('finds the files that a query reads: %s', (sql, files) => {
  expect(filesUsed({ asked: [query(sql)], tables })).toEqual(files);
});

it('counts no query without a result', () => {
  expect(filesUsed({ asked: [query('select nothing from sales')], tables })).toEqual([]);
  expect(filesUsed({ asked: [query('select * from sales')], tables: null })).toEqual([]);
});
