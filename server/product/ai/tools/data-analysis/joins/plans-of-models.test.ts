import { beforeAll, expect, it } from 'vitest';
import { type Judge, plannedJoin as j, openJudge } from '#tests/worlds/judged-plans.ts';
import type { PlannedJoin } from './planned-join.ts';

/** Plans as models write them: what is healthy passes, and what is refused is told how to say it otherwise. */

const FILES = {
  orders:
    'order_id,customer_id,product_id,qty,order_date,status\n1,C1,P1,2,2026-01-05,paid\n2,C1,P2,1,2026-01-20,paid\n3,C2,P1,5,2026-02-03,open\n4,C3,P3,1,2026-02-11,paid\n5,C9,P2,4,2026-03-01,paid\n6,C2,P3,2,2026-03-09,paid\n',
  customers:
    'customer_id,name,country,credit_limit\nC1,Ann,DE,1000\nC2,Bob,FR,500\nC3,Cy,DE,200\nC4,Di,IT,300\n',
  products: 'product_id,title,price,category\nP1,Pen,2.5,office\nP2,Lamp,30,home\nP3,Desk,200,home\n',
  budget:
    'month,category,planned\n2026-01,office,100\n2026-01,home,300\n2026-02,office,120\n2026-03,home,250\n',
  expenses:
    'date,category,amount\n2026-01-03,office,40\n2026-01-09,office,70\n2026-01-11,home,280\n2026-02-02,office,90\n2026-03-05,home,260\n2026-03-06,travel,99\n',
  hours: 'employee,day,hours\nann,2026-01-05,7\nann,2026-02-05,8\nbob,2026-01-06,6\nbob,2026-02-07,5\n',
  rates:
    'employee,valid_from,valid_to,rate\nann,2026-01-01,2026-01-31,40\nann,2026-02-01,2026-12-31,44\nbob,2026-01-01,2026-12-31,35\n',
  staff: 'employee,manager,team,salary\nann,,sales,5000\nbob,ann,sales,4000\ncy,ann,tech,4500\n',
  enrolments: 'student,course,grade\ns1,k1,1.3\ns1,k2,2.0\ns2,k1,3.0\ns3,k2,1.7\n',
  students: 'student,name,year\ns1,Eve,1\ns2,Fay,2\ns3,Gil,1\n',
  courses: 'course,title,credits\nk1,Maths,6\nk2,Law,4\n',
  sales_2025: 'month,region,revenue\n2025-01,North,10\n2025-02,North,12\n2025-01,South,8\n2025-02,South,9\n',
  sales_2026: 'month,region,revenue\n2026-01,North,14\n2026-02,North,15\n2026-01,South,7\n2026-02,South,10\n',
  mails: 'address,opened\n ANN@a.example,4\nbob@a.example,5\n',
  contacts: 'email,company\nann@a.example,Acme\nbob@a.example,Bolt\n',
  regions: 'region,head\nNorth,Nia\nSouth,Sam\n',
  stock: 'sku,warehouse,pieces\n007,W1,5\n008,W1,9\n007,W2,4\n',
  parts: 'number,label\n7,Bolt\n8,Nut\n',
};

const OC = j('orders', 'customers', ['customer_id', 'customer_id']);
const OP = j('orders', 'products', ['product_id', 'product_id']);
const ES = j('enrolments', 'students', ['student', 'student']);
const EC = j('enrolments', 'courses', ['course', 'course']);
const BOSS = j('staff', 'staff', ['manager', 'employee']);
const BY_REGION = j('all_sales', 'regions', ['region', 'region']);

type Plan = readonly [what: string, sql: string, joins: readonly PlannedJoin[]];

const ACTUAL =
  'WITH a AS (SELECT substr(date, 1, 7) AS month, SUM(amount) AS actual FROM expenses GROUP BY 1)';
const BOTH = `${ACTUAL}, b AS (SELECT month, SUM(planned) AS planned FROM budget GROUP BY month)`;
const ALL_SALES =
  'WITH all_sales AS (SELECT month, region, revenue FROM sales_2025 UNION ALL SELECT month, region, revenue FROM sales_2026) SELECT r.head, SUM(a.revenue) AS revenue FROM all_sales a JOIN regions r ON r.region = a.region GROUP BY 1';
const PAID =
  "WITH paid AS (SELECT * FROM orders WHERE status = 'paid') SELECT c.country, COUNT(*) AS n FROM paid JOIN customers c ON c.customer_id = paid.customer_id GROUP BY 1";

const HEALTHY: readonly Plan[] = [
  [
    'three tables in a chain',
    'SELECT c.country, SUM(o.qty * p.price) AS revenue FROM orders o JOIN customers c ON o.customer_id = c.customer_id JOIN products p ON o.product_id = p.product_id GROUP BY c.country ORDER BY revenue DESC',
    [OC, OP],
  ],
  [
    'keys with the names of the query',
    'SELECT c.country, SUM(o.qty) AS n FROM orders AS o INNER JOIN customers AS c ON c.customer_id = o.customer_id GROUP BY 1',
    [j('orders', 'customers', ['o.customer_id', 'c.customer_id'])],
  ],
  [
    'tables as the query calls them',
    'SELECT c.country, SUM(o.qty) AS n FROM orders o JOIN customers c ON c.customer_id = o.customer_id GROUP BY 1',
    [j('o', 'c', ['customer_id', 'customer_id'])],
  ],
  [
    'USING',
    'SELECT country, SUM(qty) AS n FROM orders JOIN customers USING (customer_id) GROUP BY country',
    [OC],
  ],
  ['NATURAL JOIN', 'SELECT country, SUM(qty) AS n FROM orders NATURAL JOIN customers GROUP BY country', [OC]],
  [
    'a comma',
    'SELECT c.country, SUM(o.qty) AS n FROM orders o, customers c WHERE o.customer_id = c.customer_id GROUP BY 1',
    [OC],
  ],
  [
    'rows without a match',
    'SELECT c.name AS name FROM customers c LEFT JOIN orders o ON o.customer_id = c.customer_id WHERE o.order_id IS NULL',
    [OC],
  ],
  [
    'NOT EXISTS',
    'SELECT c.name AS name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.customer_id)',
    [],
  ],
  [
    'a subquery for each row',
    'SELECT c.name AS name, (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.customer_id) AS orders FROM customers c',
    [],
  ],
  [
    'a subquery for each row, named',
    'SELECT c.name AS name, (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.customer_id) AS orders FROM customers c',
    [OC],
  ],
  [
    'a share of a total',
    'SELECT p.category AS category, SUM(o.qty*p.price) * 1.0 / (SELECT SUM(o2.qty*p2.price) FROM orders o2 JOIN products p2 ON o2.product_id = p2.product_id) AS share FROM orders o JOIN products p ON o.product_id = p.product_id GROUP BY 1',
    [OP],
  ],
  [
    'a share by CROSS JOIN',
    'WITH t AS (SELECT SUM(qty) AS total FROM orders) SELECT c.country, SUM(o.qty) * 1.0 / t.total AS share FROM orders o JOIN customers c ON c.customer_id = o.customer_id CROSS JOIN t GROUP BY c.country',
    [OC],
  ],
  [
    'plan and actual, named',
    "WITH a AS (SELECT strftime('%Y-%m', date) AS month, category, SUM(amount) AS actual FROM expenses GROUP BY 1, 2) SELECT b.month, b.category, b.planned, COALESCE(a.actual, 0) - b.planned AS diff FROM budget b LEFT JOIN a ON a.month = b.month AND a.category = b.category",
    [j('budget', 'expenses', ['month', "strftime('%Y-%m', date)"], ['category', 'category'])],
  ],
  [
    'plan and actual, not named',
    'WITH a AS (SELECT substr(date, 1, 7) AS month, category, SUM(amount) AS actual FROM expenses GROUP BY 1, 2) SELECT b.month, b.category, SUM(b.planned) AS planned, SUM(a.actual) AS actual FROM budget b LEFT JOIN a ON a.month = b.month AND a.category = b.category GROUP BY 1, 2',
    [],
  ],
  [
    'two groups, all rows of both',
    `${BOTH} SELECT COALESCE(a.month, b.month) AS month, a.actual, b.planned FROM b FULL OUTER JOIN a ON a.month = b.month ORDER BY 1`,
    [],
  ],
  [
    'two groups, named by their queries',
    `${BOTH} SELECT b.month, a.actual, b.planned FROM b LEFT JOIN a ON a.month = b.month`,
    [j('b', 'a', ['month', 'month'])],
  ],
  [
    'rates by period',
    'SELECT h.employee, SUM(h.hours * r.rate) AS cost FROM hours h JOIN rates r ON r.employee = h.employee AND h.day BETWEEN r.valid_from AND r.valid_to GROUP BY 1',
    [j('hours', 'rates', ['employee', 'employee'])],
  ],
  [
    'rates by greater and less',
    'SELECT SUM(h.hours * r.rate) AS cost FROM hours h JOIN rates r ON r.employee = h.employee AND h.day >= r.valid_from AND h.day <= r.valid_to',
    [j('hours', 'rates', ['employee', 'employee'])],
  ],
  [
    'managers',
    'SELECT m.employee AS manager, COUNT(*) AS reports FROM staff s JOIN staff m ON s.manager = m.employee GROUP BY 1',
    [BOSS],
  ],
  [
    'salaries below managers',
    'SELECT m.employee AS manager, AVG(s.salary) AS average FROM staff s JOIN staff m ON s.manager = m.employee GROUP BY 1',
    [BOSS],
  ],
  [
    'many to many by their table',
    'SELECT c.title, AVG(e.grade) AS average, COUNT(DISTINCT s.student) AS n FROM enrolments e JOIN students s ON s.student = e.student JOIN courses c ON c.course = e.course GROUP BY 1',
    [ES, EC],
  ],
  [
    'years below each other',
    "SELECT '2025' AS y, region, SUM(revenue) AS revenue FROM sales_2025 GROUP BY region UNION ALL SELECT '2026', region, SUM(revenue) FROM sales_2026 GROUP BY region",
    [],
  ],
  [
    'years with their regions',
    ALL_SALES,
    [j('sales_2025', 'regions', ['region', 'region']), j('sales_2026', 'regions', ['region', 'region'])],
  ],
  ['years with their regions, named by their query', ALL_SALES, [BY_REGION]],
  [
    'year over year by part of a key',
    'SELECT a.region, SUM(b.revenue) AS y26, SUM(a.revenue) AS y25 FROM sales_2025 a JOIN sales_2026 b ON a.region = b.region AND substr(a.month, 6) = substr(b.month, 6) GROUP BY 1',
    [j('sales_2025', 'sales_2026', ['region', 'region'], ['substr(month, 6)', 'substr(month, 6)'])],
  ],
  [
    'year over year by groups',
    'WITH a AS (SELECT region, SUM(revenue) AS r25 FROM sales_2025 GROUP BY 1), b AS (SELECT region, SUM(revenue) AS r26 FROM sales_2026 GROUP BY 1) SELECT a.region, r25, r26, (r26 - r25) * 1.0 / r25 AS growth FROM a JOIN b USING (region)',
    [],
  ],
  [
    'year over year by subqueries',
    'SELECT a.region, a.r25, b.r26 FROM (SELECT region, SUM(revenue) AS r25 FROM sales_2025 GROUP BY region) a JOIN (SELECT region, SUM(revenue) AS r26 FROM sales_2026 GROUP BY region) b ON a.region = b.region',
    [j('sales_2025', 'sales_2026', ['region', 'region'])],
  ],
  [
    'keys made alike',
    'SELECT c.company, m.opened FROM contacts c JOIN mails m ON LOWER(TRIM(m.address)) = LOWER(TRIM(c.email))',
    [j('contacts', 'mails', ['LOWER(TRIM(email))', 'LOWER(TRIM(address))'])],
  ],
  [
    'texts and numbers',
    'SELECT p.label, SUM(s.pieces) AS pieces FROM stock s JOIN parts p ON CAST(s.sku AS INTEGER) = p.number GROUP BY 1',
    [j('stock', 'parts', ['CAST(sku AS INTEGER)', 'number'])],
  ],
  [
    'a rank of groups',
    'SELECT name, n, RANK() OVER (ORDER BY n DESC) AS place FROM (SELECT c.name, COUNT(*) AS n FROM orders o JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.name)',
    [OC],
  ],
  [
    'a running total',
    'SELECT month, SUM(revenue) OVER (ORDER BY month) AS running FROM (SELECT substr(o.order_date, 1, 7) AS month, SUM(o.qty*p.price) AS revenue FROM orders o JOIN products p USING (product_id) GROUP BY 1)',
    [OP],
  ],
  [
    'the only limit of each group',
    'SELECT c.name, MAX(c.credit_limit) AS credit, SUM(o.qty) AS n FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY c.customer_id',
    [OC],
  ],
  [
    'an average of both sides',
    'SELECT AVG(o.qty * p.price) AS average FROM orders o JOIN products p ON p.product_id = o.product_id',
    [OP],
  ],
  [
    'COUNT DISTINCT',
    'SELECT COUNT(DISTINCT c.customer_id) AS buyers FROM customers c JOIN orders o ON o.customer_id = c.customer_id',
    [OC],
  ],
  [
    'names in quotation marks',
    'SELECT "c"."country" AS "country", SUM("o"."qty") AS "n" FROM "orders" AS "o" JOIN "customers" AS "c" ON "o"."customer_id" = "c"."customer_id" GROUP BY 1',
    [j('orders', 'customers', ['"customer_id"', '"customer_id"'])],
  ],
  [
    'a condition beside the key',
    "SELECT c.name, COUNT(o.order_id) AS paid FROM customers c LEFT JOIN orders o ON o.customer_id = c.customer_id AND o.status = 'paid' GROUP BY 1",
    [OC],
  ],
  [
    'the row before',
    'WITH m AS (SELECT substr(date, 1, 7) AS month, SUM(amount) AS s FROM expenses GROUP BY 1) SELECT month, s - LAG(s) OVER (ORDER BY month) AS change FROM m',
    [],
  ],
  [
    'IN',
    "SELECT SUM(qty) AS n FROM orders WHERE product_id IN (SELECT product_id FROM products WHERE category = 'home')",
    [],
  ],
  [
    'IN, named',
    "SELECT SUM(qty) AS n FROM orders WHERE product_id IN (SELECT product_id FROM products WHERE category = 'home')",
    [OP],
  ],
  ['some rows of a table', PAID, [OC]],
  [
    'a key under another name',
    'WITH o AS (SELECT customer_id AS cid, qty FROM orders) SELECT c.country, SUM(o.qty) AS n FROM o JOIN customers c ON c.customer_id = o.cid GROUP BY 1',
    [OC],
  ],
  [
    'distinct rows, added up after',
    'SELECT SUM(credit_limit) AS credit FROM (SELECT DISTINCT c.customer_id, c.credit_limit FROM customers c JOIN orders o ON o.customer_id = c.customer_id)',
    [OC],
  ],
  [
    'what counts for each row, by a subquery',
    'SELECT s.name, SUM((SELECT c.credits FROM courses c WHERE c.course = e.course)) AS credits FROM students s JOIN enrolments e ON e.student = s.student GROUP BY s.name',
    [ES, EC],
  ],
];

const REFUSED: readonly (readonly [...Plan, says: RegExp])[] = [
  // Healthy as well, and no code can know it: the planner is told how to say it.
  [
    'what counts for each row, by a join',
    'SELECT s.name, SUM(c.credits) AS credits FROM students s JOIN enrolments e ON e.student = s.student JOIN courses c ON c.course = e.course GROUP BY s.name',
    [ES, EC],
    /take it by a subquery of its own: \(SELECT credits FROM courses WHERE …\)/,
  ],
  [
    'a weighted average by a join',
    'SELECT s.name, SUM(e.grade * c.credits) / SUM(c.credits) AS gpa FROM enrolments e JOIN courses c ON c.course = e.course JOIN students s ON s.student = e.student GROUP BY 1',
    [ES, EC],
    /take it by a subquery/,
  ],
  [
    'some rows of a table, named by their query',
    PAID,
    [j('paid', 'customers', ['customer_id', 'customer_id'])],
    /orders and customers are put together, but "joins" does not say/,
  ],
  [
    'a join that is not named',
    'SELECT c.country, SUM(o.qty) AS n FROM orders o JOIN customers c ON c.customer_id = o.customer_id GROUP BY 1',
    [],
    /"joins" does not say/,
  ],
  [
    'a table that is none',
    'SELECT SUM(qty) AS n FROM orders',
    [j('orders', 'clients', ['customer_id', 'id'])],
    /names clients, which is no table: name the tables as they are given/,
  ],
  [
    'keys that have nothing in common',
    'SELECT COUNT(*) AS n FROM orders o JOIN customers c ON o.product_id = c.customer_id',
    [j('orders', 'customers', ['product_id', 'customer_id'])],
    /is equal to a/,
  ],
  [
    'limits once for each order',
    'SELECT c.country, SUM(c.credit_limit) AS credit FROM customers c JOIN orders o ON o.customer_id = c.customer_id GROUP BY 1',
    [OC],
    /credit_limit of customers is repeated/,
  ],
  [
    'plans once for each expense',
    'SELECT b.month, SUM(b.planned) AS planned, SUM(e.amount) AS spent FROM budget b JOIN expenses e ON e.category = b.category AND substr(e.date, 1, 7) = b.month GROUP BY 1',
    [j('budget', 'expenses', ['category', 'category'], ['month', 'substr(date, 1, 7)'])],
    /planned of budget is repeated/,
  ],
  [
    'every expense with every plan of its category',
    'SELECT SUM(e.amount) AS spent FROM budget b JOIN expenses e ON e.category = b.category',
    [j('budget', 'expenses', ['category', 'category'])],
    /both repeat/,
  ],
  [
    'every rate of a person with every day',
    'SELECT SUM(h.hours * r.rate) AS cost FROM hours h JOIN rates r ON r.employee = h.employee',
    [j('hours', 'rates', ['employee', 'employee'])],
    /both repeat/,
  ],
  [
    'rows without any key',
    'SELECT SUM(o.qty * p.price) AS n FROM orders o CROSS JOIN products p',
    [],
    /does not say/,
  ],
  [
    'another key than the one that is named',
    'SELECT COUNT(*) AS n FROM orders o JOIN products p ON o.order_id = p.price',
    [OP],
    /does not join them so/,
  ],
];

let judge: Judge;
beforeAll(async () => {
  judge = await openJudge(FILES);
});

it.each(HEALTHY)('%s: passes', (_what, sql, joins) => {
  expect(judge(sql, joins).refused).toBeNull();
});

it.each(REFUSED)('%s: refused', (_what, sql, joins, says) => {
  expect(judge(sql, joins).refused).toMatch(says);
});
