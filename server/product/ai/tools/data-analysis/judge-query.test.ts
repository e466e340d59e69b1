import { expect, test } from 'vitest';
import { salesTable } from '#tests/sales-table.ts';
import { wholeDates } from '../../evidence/numbers-in.ts';
import { judgeQuery } from './judge-query.ts';

const TABLES = [
  salesTable([
    { name: 'kg' },
    { name: 'built' },
    { name: 'paid', type: 'text' },
    { name: 'day', type: 'date' },
  ]),
];

const judge = (sql: string, columns: readonly string[], title = 'What if prices rose by 19 %, or by 1.5?') =>
  judgeQuery(sql, columns, TABLES, {
    texts: [title],
    dates: wholeDates(['2026-11-23']),
  });

test('a query that writes its own numbers is refused, and told which', () => {
  expect(judge('select 4200000 as total from sales', ['total'])).toMatch(/column total holds 4200000/);
  expect(judge('select sum(kg) as total, sum(kg) * 42 as more from sales', ['total', 'more'])).toMatch(
    /more holds 42/,
  );
  expect(judge("select 'all' as name from sales", ['name'])).toMatch(/no column of its result/);
  expect(judge('select count(*) as n', ['n'])).toMatch(/column n holds count/);
  expect(judge('select kg -> 1 as n from sales', ['n'])).toMatch(/cannot be followed/);
  expect(judge('select kg, kg from sales', ['kg'])).toMatch(/cannot be followed/);
});

test('numbers of the task and the present year may be reckoned with', () => {
  expect(judge('select sum(kg) * 1.5 as more, avg(kg) / 19 as less from sales', ['more', 'less'])).toBeNull();
  expect(judge('select sum(kg) * 1.5 as more from sales', ['more'], 'What is it?')).not.toBeNull();
  expect(judge('select 2026 - min(built) as age from sales', ['age'])).toBeNull();
  expect(judge('select 2025 - min(built) as age from sales', ['age'])).not.toBeNull();
});

test.each([
  'sum(s.paid)',
  'sum(cast(paid as real))',
  'round(avg(paid * 1.0), 2)',
  'sum(case when kg > 1 then paid else 0 end)',
  'sum(case when cast(paid as integer) > 100 then kg end)',
  'max(abs(paid))',
  'count(case when paid / 2 > kg then 1 end)',
  "sum(ltrim(paid, '$'))",
  '-paid',
  'max(day) - min(day)',
  'n + 0 from (select paid as n from sales)',
])('a text is not taken for a number, whose first digits alone would count: %s', (value) => {
  const sql = `select ${value}${value.includes('from') ? '' : ' as n from sales s'}`;
  expect(judge(sql, ['n'])).toMatch(/holds texts, not numbers/);
});

test.each([
  'count(paid)',
  'count(distinct s.paid)',
  "sum(case when paid = 'yes' then kg else 0 end)",
  "avg(paid = 'yes')",
  'max(paid)',
  "cast(strftime('%m', day) as integer) + 1",
  'cast(substr(day, 1, 4) as integer)',
  'julianday(max(day)) - julianday(min(day))',
  'cast(kg as text)',
  'sum(cast(kg as real)) / 7',
  'length(paid)',
  '-sum(kg)',
  "kg || ' ' || paid",
])('what is made of a text is a result: %s', (value) => {
  expect(judge(`select ${value} as n from sales s`, ['n'])).toBeNull();
});
