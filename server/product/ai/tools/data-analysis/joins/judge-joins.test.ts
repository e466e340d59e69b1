import { beforeAll, describe, expect, it } from 'vitest';
import { type Judge, plannedJoin as join, openJudge } from '#tests/worlds/judged-plans.ts';
import type { JudgedJoins } from './judge-joins.ts';
import type { PlannedJoin } from './planned-join.ts';

const FILES = {
  orders: 'id,customer,amount,year\n1,C1,100,2025\n2,C1,50,2026\n3,C2,30,2026\n4,C9,20,2026\n5,,10,2026\n',
  customers: 'code,region,credit\nC1,North,1000\nC2,South,500\nC3,North,200\n',
  prices: 'customer,year,price\nC1,2025,2.5\nC1,2026,3.5\nC2,2026,4.5\n',
  people: 'id,boss,mail\n1,,ANN@A.EXAMPLE \n2,1,bob@a.example\n3,1,cy@a.example\n',
  mails: 'address,opened\nann@a.example,4\nbob@a.example,5\n',
  calls: 'customer,minutes\nC1,5\nC1,7\nC2,1\n',
  rate: 'factor\n1.5\n',
};

let judgeAll: Judge;
beforeAll(async () => {
  judgeAll = await openJudge(FILES);
});
const judge = (sql: string, ...joins: readonly PlannedJoin[]): JudgedJoins => judgeAll(sql, joins);

const BUYERS = join('orders', 'customers', ['customer', 'code']);
const CALLS = join('calls', 'customers', ['customer', 'code']);
const BY_REGION =
  'select c.region, sum(o.amount) as total from orders o join customers c on o.customer = c.code group by 1';

describe('a join', () => {
  it('is told with how many rows belong together, from the side with several', () => {
    const joined = {
      from: 'orders',
      to: 'customers',
      keys: ['orders.customer = customers.code'],
      rows: 5,
      matched: 3,
    };
    expect(judge(BY_REGION, BUYERS)).toEqual({ refused: null, joined: [joined] });
    const turned = join('customers', 'orders', ['customers.code', 'orders.customer']);
    expect(judge(BY_REGION, turned)).toEqual({ refused: null, joined: [joined] });
  });

  it.each([
    [
      'by a key of several parts',
      'select sum(o.amount * p.price) as total from orders o join prices p on p.customer = o.customer and o.year = p.year',
      join('orders', 'prices', ['customer', 'customer'], ['year', 'year']),
      3,
    ],
    [
      'by USING',
      'select sum(amount * price) as total from orders join prices using (customer, year)',
      join('orders', 'prices', ['customer', 'customer'], ['year', 'year']),
      3,
    ],
    [
      'by what makes keys alike',
      'select p.id, m.opened from people p left join mails m on lower(trim(p.mail)) = m.address',
      join('people', 'mails', ['lower(trim(mail))', 'address']),
      2,
    ],
    [
      'of a table with itself',
      'select b.id, count(*) as team from people p join people b on p.boss = b.id group by 1',
      join('people', 'people', ['boss', 'id']),
      2,
    ],
    [
      'after one side was added up',
      'with t as (select customer, sum(amount) as total from orders group by customer) select c.region, sum(c.credit) as credit, sum(t.total) as total from customers c join t on t.customer = c.code group by 1',
      BUYERS,
      3,
    ],
    [
      'that is counted by its rows of the side with several',
      'select c.region, sum(o.amount) as total, count(o.id) as n, count(*) as orders from customers c join orders o on o.customer = c.code group by 1',
      BUYERS,
      3,
    ],
    [
      'of which rows are counted that the other side chooses',
      "select avg(case when c.region = 'North' then 1.0 else 0 end) as share, sum(c.region = 'North') as n from orders o join customers c on o.customer = c.code",
      BUYERS,
      3,
    ],
    [
      'that counts what has none',
      'select count(*) as n from customers c left join orders o on o.customer = c.code where o.id is null',
      BUYERS,
      3,
    ],
  ])('may be %s', (_how, sql, planned, matched) => {
    expect(judge(sql, planned)).toMatchObject({ refused: null, joined: [{ matched }] });
  });

  it.each([
    ['of one table', 'select sum(amount) as total from orders'],
    ['below each other', 'select customer from orders union all select code from customers'],
    [
      'with a total',
      'select o.id, o.amount / t.total as share from orders o, (select sum(amount) as total from orders) t',
    ],
    [
      'with the only row of a table',
      'select sum(o.amount * r.factor) as total from orders o cross join rate r',
    ],
    [
      'in a condition',
      'select count(*) as n from orders o where exists (select 1 from customers c where c.code = o.customer)',
    ],
  ])('need not be named for rows %s', (_what, sql) => {
    expect(judge(sql)).toEqual({ refused: null, joined: [] });
  });
});

describe('a join is refused', () => {
  it.each([
    ['that is not named', BY_REGION, [], /"joins" does not say by which columns/],
    [
      'by a comma',
      'select c.region, sum(o.amount) as n from orders o, customers c where o.customer = c.code group by 1',
      [],
      /orders and customers are put together/,
    ],
    ['within a subquery', `select region, total from (${BY_REGION})`, [], /does not say/],
    [
      'through a query that passes rows on',
      'with o as (select * from orders) select sum(o.amount) as n from o join customers c on c.code = o.customer',
      [],
      /does not say/,
    ],
    [
      'by a column that is not there',
      BY_REGION,
      [join('orders', 'customers', ['customer', 'name'])],
      /customers has no column name/,
    ],
    ['by a key that is none', BY_REGION, [join('orders', 'customers', ["'a'", "'a'"])], /names no column/],
    [
      'by a query instead of a key',
      BY_REGION,
      [join('orders', 'customers', ['(select id)', 'code'])],
      /neither a column/,
    ],
    [
      'with a table that is not there',
      BY_REGION,
      [join('orders', 'clients', ['customer', 'code'])],
      /clients, which is no table/,
    ],
    [
      'by a key that is on one side alone',
      'select count(*) as n from orders o join customers c on o.customer = c.region',
      [join('orders', 'customers', ['customer', 'region'])],
      /no orders\.customer \(such as "C1".*\) is equal to a customers\.region \(such as "North"/,
    ],
    [
      'otherwise than it is named',
      'select sum(o.amount) as n from orders o join customers c on o.id = c.credit',
      [BUYERS],
      /does not join them so/,
    ],
    [
      'of rows that repeat on both sides',
      'select sum(o.amount) as n from orders o join prices p on o.customer = p.customer',
      [join('orders', 'prices', ['customer', 'customer'])],
      /both repeat \(such as "C1" and "C1"\)/,
    ],
    [
      'whose repeated rows are added up',
      'select c.region, sum(c.credit) as credit, count(*) as n from customers c left join orders o on o.customer = c.code group by 1',
      [BUYERS],
      /credit of customers is repeated for each row of orders/,
    ],
    [
      'whose repeated rows are averaged, without the names of their tables',
      'select avg(credit) as credit from customers join orders on customer = code',
      [BUYERS],
      /credit of customers is repeated/,
    ],
    [
      'whose rows are added up once for each row of another table, over one in between',
      'select c.region, sum(o.amount) as total from customers c join orders o on o.customer = c.code join calls l on l.customer = c.code group by 1',
      [BUYERS, CALLS],
      /amount of orders is repeated for each row of calls/,
    ],
    [
      'whose rows stand beside each other, over one in between',
      'select sum(o.amount * l.minutes) as total from customers c join orders o on o.customer = c.code join calls l on l.customer = c.code',
      [BUYERS, CALLS],
      /orders and calls have several rows for one customers\.code/,
    ],
    [
      'of which it is unclear whose rows are counted',
      'select c.region, count(*) as n from customers c join orders o on o.customer = c.code group by 1',
      [BUYERS],
      /write COUNT\(DISTINCT c\.code\) for those of customers, or COUNT\(o\.customer\) for those of orders/,
    ],
    [
      'whose repeated rows are counted by their name',
      'select c.region, count(*) as customers from orders o join customers c on o.customer = c.code group by 1',
      [BUYERS],
      /rows of customers are repeated/,
    ],
    [
      'whose repeated keys are counted',
      'select count(c.code) as n from orders o join customers c on o.customer = c.code',
      [BUYERS],
      /count each once, by COUNT\(DISTINCT c\.code\)/,
    ],
    [
      'whose equal amounts would be left out',
      'select sum(distinct c.credit) as credit from orders o join customers c on o.customer = c.code',
      [BUYERS],
      /DISTINCT leaves out what is equal/,
    ],
    [
      'whose repeated amounts choose the groups',
      'select c.region, sum(o.amount) as n from orders o join customers c on o.customer = c.code group by 1 having sum(c.credit) > 100',
      [BUYERS],
      /credit of customers is repeated/,
    ],
    [
      'whose repeated rows come through a subquery',
      'select sum(c.credit) as credit from orders o join (select code, credit from customers) c on o.customer = c.code',
      [BUYERS],
      /credit of customers is repeated/,
    ],
  ])('%s', (_what, sql, joins, says) => {
    const { refused, joined } = judge(sql, ...joins);
    expect(refused).toMatch(says);
    expect(joined).toEqual([]);
  });
});
