import { expect, test } from 'vitest';
import type { LanguageCode } from '#domain/languages.ts';
import { salesTable } from '#tests/fixtures/tables/sales-table.ts';
import { judgeQuery } from './judge-query.ts';

const TABLES = [
  salesTable([
    { name: 'kg' },
    { name: 'built' },
    { name: 'paid', type: 'text' },
    { name: 'day', type: 'date' },
  ]),
];

const judge = (
  sql: string,
  title = 'What if prices rose by 19 %, or by 1.5?',
  language: LanguageCode = 'en',
) => judgeQuery(sql, TABLES, { texts: [title], language, today: '2026-11-23' });

test('a query that writes its own numbers is refused, and told which', () => {
  expect(judge('select 4200000 as total from sales')).toMatch(/^4200000 as total is written into the query/);
  expect(judge('select sum(kg) as total, sum(kg) * 42 as more from sales')).toMatch(/^42 is written/);
  expect(judge("select 'all' as name from sales")).toMatch(/^no column of its result/);
  expect(judge('select count(*) as n')).toMatch(/^count\(\) of no table/);
  expect(judge('select kg -> 1 as n from sales')).toMatch(/^-> cannot be used/);
  expect(judge('select kg + ? as n from sales')).toMatch(/^\? cannot be used/);
});

test('numbers of the task and the present year may be reckoned with', () => {
  expect(judge('select sum(kg) * 1.5 as more, avg(kg) / 19 as less from sales')).toBeNull();
  expect(judge('select sum(kg) * 1.5 as more from sales', 'What is it?')).not.toBeNull();
  expect(judge('select 2026 - min(built) as age from sales')).toBeNull();
  expect(judge('select 2025 - min(built) as age from sales')).not.toBeNull();
  expect(judge('select sum(kg) - 12500.5 as left_over from sales', 'Budget: 12.500,50 kg')).toBeNull();
});

test.each([
  ['Preise mit 19 Prozent Nachlass', 'de', 'select kg * 0.81 as n from sales'],
  ['Avec 5,5 pour cent de plus', 'fr', 'select kg * 1.055 as n from sales'],
  ['خصم ١٩٪', 'ar', 'select kg * (1 - 0.19) as n from sales'],
] as const)('a percentage of the task may be written in each of its forms: %s', (title, language, sql) => {
  expect(judge(sql, title, language)).toBeNull();
  expect(judge(sql, 'What is it?', language)).not.toBeNull();
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
  expect(judge(sql)).toMatch(/holds texts, not numbers/);
});

test.each([
  'where paid > 100',
  'where kg < 3 and not (s.paid between 5 and 9)',
  'where paid not between 5 and 9',
  'where cast(paid as real) = 5',
  'where 10 <= paid group by day',
  'group by day having max(paid) >= 10',
  'join (select kg from sales where paid > 100) t on t.kg = s.kg',
])('a text is not more or less than a number: %s', (condition) => {
  const reason = judge(`select count(*) as n from sales s ${condition}`);
  expect(reason).toMatch(/^paid holds texts, not numbers/);
});

test.each([
  "where paid = 5 or paid > 'b' or day >= '2026-01-01'",
  "where kg between 1 and 5 and paid like '%s%'",
  'where kg in (select kg from sales where kg > 3) order by 1 limit 5',
  'where n > 3',
  'where kg > 3 group by day having count(*) > 2 union all select count(*) from sales where kg > 2',
  'join sales t on t.day = s.day where t.kg > 3 window w as (order by s.kg)',
])('a condition over numbers, or one that cannot be read, takes nothing away: %s', (condition) => {
  expect(judge(`select count(*) as n from sales s ${condition}`)).toBeNull();
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
  expect(judge(`select ${value} as n from sales s`)).toBeNull();
});

const NO_TASK = { texts: [], language: 'en', today: '2026-11-23' } as const;
const WEIGHED = [
  salesTable([
    { name: 'weight', label: 'Weight' },
    { name: 'weight_unit', label: 'Weight (unit)', type: 'text' },
  ]),
];

test.each(['sum(weight)', 'max(s."Weight")', 'sum(case when weight > 2 then 1 else 0 end)'])(
  'cells in different units are not taken for one: %s',
  (value) => {
    expect(judgeQuery(`select ${value} as n from sales s`, WEIGHED, NO_TASK)).toMatch(
      /^weight is in different units, which weight_unit names row by row/,
    );
  },
);

test.each([
  "select sum(weight) as n from sales where weight_unit = 'kg'",
  "select sum(case weight_unit when 'g' then weight / 1000 else weight end) as n from sales",
  'select sum(weight) as n from sales group by weight_unit',
  'select count(*) as n from sales',
])('one unit, each by itself, or one turned into the other is a result: %s', (sql) => {
  expect(judgeQuery(sql, WEIGHED, NO_TASK)).toBeNull();
});
