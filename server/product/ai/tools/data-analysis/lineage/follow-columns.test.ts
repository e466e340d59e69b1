import { describe, expect, it } from 'vitest';
import { followColumns } from './follow-columns.ts';
import { unitOf } from './made.ts';

const TABLES = [
  {
    name: 'sales',
    columns: [
      { name: 'day', label: 'Day', type: 'date', unit: null },
      { name: 'region', label: 'Region', type: 'text', unit: null },
      { name: 'rate', label: 'Rate', type: 'number', unit: '%' },
      { name: 'price', label: 'Price', type: 'number', unit: '€' },
      { name: 'kg', label: 'Kg', type: 'number', unit: null },
      { name: 'growth', label: 'Growth (%)', type: 'number', unit: null },
    ],
  },
  { name: 'regions', columns: [{ name: 'region', label: 'Region', type: 'text', unit: null }] },
] as const;

const typedIn = (sql: string) => followColumns(sql, TABLES)?.flatMap(({ typed }) => typed);
const isComputed = (sql: string): boolean => {
  const made = followColumns(sql, TABLES);
  return made?.some(({ isData }) => isData) === true && made.every(({ typed }) => typed.length === 0);
};
const unitsOf = (sql: string) => followColumns(sql, TABLES)?.map(unitOf);

describe('what the columns of a result are made of', () => {
  it.each([
    'select 777 as total',
    'select count(*) as n',
    'select 4200000 as total from sales limit 1',
    "select '42 percent of all' as note from sales limit 1",
    'select "4200000" as note from sales',
    'select total from (select 4200000 as total from sales)',
    'select kg from (select 4200000 as kg from sales)',
    'with made(kg) as (values (4200000)) select kg from made',
    'with made as (values (1), (2)) select count(*) as n from made',
    'select region, sum(kg) as total from sales group by 1 union all select region, 42 from regions',
    'select kg + 4200000 as total from sales',
    'select 0 * kg + 4200000 as total from sales',
    'select kg * 1.19 as total from sales',
    'select case when kg > 5 then 4200000 else 0 end as total from sales',
    'select case when kg > 4200000 then 4200000 end as total from sales',
    'select max(kg, 4200000) as total from sales',
    'select coalesce(null, 4200000) as total from sales',
    'select sum(5000) as total from sales',
    'select (select 42) as total, region from sales',
    "select region || ' 42' as name from sales",
    "select length('xxxxx') as n from sales",
    'select 1 = 1 as n from sales',
    "select 'all' as name from sales",
  ])('typed: %s', (sql) => {
    expect(followColumns(sql, TABLES)).not.toBeNull();
    expect(isComputed(sql)).toBe(false);
  });

  it.each([
    'select count(*) as n from sales where kg > 4200000',
    'select region, round(100.0 * sum(kg) / (select sum(kg) from sales), 1) as share from sales group by region order by 2 desc limit 5',
    'select sum(case when kg > 500 then 1 else 0 end) as big, sum(1) as n from sales',
    "select case when kg < 18 then 'under 18' when kg < 30 then '18-29' else '30+' end as band, count(*) as n from sales group by 1",
    "select case when kg < 1000 then 'under 1,000' when kg < 5000 then '1,000-4,999' else '5k and more' end as band, count(*) as n from sales group by 1",
    "select 'Q' || ((cast(strftime('%m', day) as integer) + 2) / 3) as quarter, sum(kg) as total from sales group by 1",
    "select case when strftime('%m', day) <= '03' then 'Q1' when strftime('%m', day) <= '06' then 'Q2' else 'Q3' end as q, count(*) as n from sales group by 1",
    "select substr(day, 1, 7) as month, median(kg) as m, percentile(kg, 90) as p from sales where day between '2026-01-01' and '2026-03-31' group by 1",
    "select julianday('2026-11-23') - julianday(max(day)) as days from sales",
    'select floor(kg / 250) * 250 as low, floor(kg / 250) * 250 + 249 as high, count(*) as n from sales group by 1',
    'select floor((kg - 18) / 10) * 10 + 18 as low, count(*) as n from sales group by 1',
    'select price / 100.0 as euros, kg * 1000 as grams, kg / 60.0 as hours, 100 - rate as rest from sales',
    'select region, rank() over (order by sum(kg) desc) as place, ntile(4) over (order by sum(kg)) as part from sales group by region',
    'select month, total - lag(total, 1, 0) over (order by month) as change from (select substr(day, 1, 7) as month, sum(kg) as total from sales group by 1)',
    "select coalesce(s.region, 'none') as name, total(s.kg) as total from regions r left join sales s on r.region = s.region and s.kg > 3 group by 1",
    "with big as (select * from sales where kg >= 12), sums(name, total) as (select region, sum(kg) from big group by 1) select sums.*, (select count(*) from big) as n from sums, big where not exists (select 1 from regions) or name like '%a!%' escape '!'",
    "select 'Kilos' as what, sum(kg) as value from sales union all select 'Euros', sum(price) from sales",
    'select count(*) filter (where kg > 3) as n, avg(distinct kg) as a, [kg], `kg`, "kg" from sales -- 42\n',
    'select region, kg from sales where kg = (select max(kg) from sales) or kg in (1, 2) and region is not null',
    'select s.region, (select sum(x.kg) from sales x where x.region = s.region) as total from sales s group by 1;',
    'select total / n as mean from (select sum(kg) as total, count(*) as n from sales) join (select 1) where not n = 0',
  ])('computed: %s', (sql) => {
    expect(typedIn(sql)).toEqual([]);
    expect(isComputed(sql)).toBe(true);
  });

  it('are followed through sums, shares and weights to their units', () => {
    expect(
      unitsOf('select avg(rate) as a, max(rate) as top, rate as r, round(median(rate), 1) as m from sales'),
    ).toEqual(['%', '%', '%', '%']);
    expect(unitsOf('select sum(rate * kg) / sum(kg) as weighted, avg(growth) as g from sales')).toEqual([
      '%',
      '%',
    ]);
    expect(
      unitsOf(
        'select avg(rate) / 100 as a, rate * 0.01 as b, count(rate) as n, rate / max(rate) as c from sales',
      ),
    ).toEqual([null, null, null, null]);
    expect(unitsOf('select sum(price) * 100.0 / (select sum(price) from sales) as share from sales')).toEqual(
      ['%'],
    );
    expect(
      unitsOf(
        'select sum(price * kg) as a, avg(price) / 2 as b, price / kg as c, max(price) / min(price) as d from sales',
      ),
    ).toEqual(['€', '€', '€', null]);
    expect(unitsOf('select x.top from (select max(rate) as top from sales) x')).toEqual(['%']);
    expect(
      unitsOf('with t as (select * from sales) select sum(price) from t union all select sum(kg) from t'),
    ).toEqual(['€']);
  });

  it('are unknown where the query cannot be followed', () => {
    expect(followColumns('select profit from sales', TABLES)).toBeNull();
    expect(followColumns('select kg from nowhere', TABLES)).toBeNull();
    expect(followColumns('select case when', TABLES)).toBeNull();
    expect(followColumns("select kg -> '$' from sales", TABLES)).toBeNull();
  });
});
