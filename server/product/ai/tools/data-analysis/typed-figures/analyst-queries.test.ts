import { afterAll, expect, it } from 'vitest';
import { ANALYST_TABLES, openAnalystSandbox } from '#tests/fixtures/tables/analyst-tables.ts';
import { judgeQuery } from './judge-query.ts';

/** What an analyst asks, and a query that answers it. */
const SENSIBLE = `
What did we sell? :: select sum(qty) as units, round(sum(qty * price), 2) as revenue, count(*) as orders from sales
Revenue by region :: select region, round(sum(qty * price), 2) as revenue from sales group by region order by revenue desc limit 10
Share of each region :: select region, round(100.0 * sum(qty * price) / (select sum(qty * price) from sales), 1) as share from sales group by region order by 2 desc
Share of each region :: select region, sum(qty * price) / sum(sum(qty * price)) over () * 100 as share from sales group by region
Margin by product :: select product, round(sum(qty * (price - cost)), 2) as profit, round(100 * (1 - sum(qty * cost) / sum(qty * price)), 1) as margin from sales group by product
Revenue after discounts :: select round(sum(qty * price * (1 - discount / 100.0)), 2) as net from sales
How big are discounts? :: select round(avg(discount), 2) as mean, max(discount) as highest, sum(case when discount > 0 then 1 else 0 end) as reduced from sales
Revenue by year :: select strftime('%Y', day) as year, round(sum(qty * price), 2) as revenue from sales group by 1 order by 1
Revenue by month :: select substr(day, 1, 7) as month, sum(qty * price) as revenue from sales group by month order by month
Revenue by quarter :: select strftime('%Y', day) || '-Q' || ((cast(strftime('%m', day) as integer) + 2) / 3) as quarter, sum(qty * price) as revenue from sales group by 1
Revenue by quarter :: select case when strftime('%m', day) <= '03' then 'Q1' when strftime('%m', day) <= '06' then 'Q2' when strftime('%m', day) <= '09' then 'Q3' else 'Q4' end as quarter, count(*) as n from sales group by 1
Growth from 2025 to 2026 :: with y as (select strftime('%Y', day) as year, sum(qty * price) as total from sales group by 1) select year, total, round(100.0 * (total / lag(total) over (order by year) - 1), 1) as growth from y
Growth from 2025 to 2026 :: select sum(case when day like '2026%' then qty else 0 end) - sum(case when day like '2025%' then qty else 0 end) as change from sales
Compare the years :: select '2025' as year, sum(qty) as units from sales where day like '2025%' union all select '2026', sum(qty) from sales where day like '2026%'
Running total :: select day, sum(qty * price) over (order by day rows between unbounded preceding and current row) as running from sales order by day
Moving average of three orders :: select day, round(avg(qty) over (order by day rows between 2 preceding and current row), 2) as moving from sales
Rank of the products :: select product, sum(qty) as units, rank() over (order by sum(qty) desc) as place from sales group by product
Best product of each region :: select region, product, units from (select region, product, sum(qty) as units, row_number() over (partition by region order by sum(qty) desc) as rn from sales group by region, product) where rn = 1
Quartiles of orders :: select part, min(value) as low, max(value) as high from (select qty * price as value, ntile(4) over (order by qty * price) as part from sales) group by part
Pareto of customers :: with c as (select customer, sum(qty * price) as total from sales group by 1) select customer, total, round(100.0 * sum(total) over (order by total desc) / sum(total) over (), 1) as reached from c order by total desc
Top three customers together :: select sum(total) as top from (select sum(qty * price) as total from sales group by customer order by total desc limit 3)
Average basket :: select round(sum(qty * price) * 1.0 / count(distinct customer), 2) as per_customer, round(avg(qty * price), 2) as per_order from sales
Return rate :: select round(100.0 * sum(case when status = 'returned' then 1 else 0 end) / count(*), 1) as rate from sales
Return rate :: select round(avg(status = 'returned') * 100, 1) as rate, count(*) filter (where status = 'returned') as returned from sales
Orders by size :: select case when qty < 10 then 'under 10' when qty < 20 then '10-19' else '20+' end as size, count(*) as n from sales group by 1
Orders by value :: select case when qty * price >= 5000 then '5,000 and more' when qty * price >= 1000 then '1,000-4,999' else 'below 1,000' end as band, count(*) as n, sum(qty * price) as revenue from sales group by 1
Histogram of prices :: select floor(price / 50) * 50 as low, count(*) as n from sales group by 1 order by 1
Histogram of orders :: select cast(qty / 10 as integer) * 10 as low, count(*) as n from sales group by 1
Histogram of prices :: select floor(price / 100) * 100 as low, (floor(price / 100) + 1) * 100 as high, count(*) as n from sales group by 1
Are targets met? :: select t.region, t.target, coalesce(sum(s.qty * s.price), 0) as revenue, round(100.0 * coalesce(sum(s.qty * s.price), 0) / t.target, 1) as reached from targets t left join sales s on s.region = t.region group by t.region, t.target
How far are we from targets? :: select t.region, t.target - total(s.qty * s.price) as missing from targets t left join sales s using (region) group by 1
Which regions miss the target? :: select t.region from targets t where t.target > (select sum(qty * price) from sales s where s.region = t.region)
Gross prices with 19 % VAT :: select product, round(price * 1.19, 2) as gross from sales
How much VAT of 19 % is due? :: select round(sum(qty * price) * 0.19, 2) as vat, round(sum(qty * price) * 19 / 100, 2) as same from sales
Net of prices that include 19% VAT :: select product, round(price / 1.19, 2) as net, round(price - price / 1.19, 2) as vat, round(price * 19 / 119, 2) as same from sales
Prices with 19 percent off :: select product, round(price * 0.81, 2) as reduced, round(price * (1 - 0.19), 2) as same from sales
Gross prices with 19 % VAT :: select product, round(price * (1 + 19 / 100.0), 2) as gross, price * (100 + 19) / 100 as same from sales
What if prices rose by 7.5 %? :: select round(sum(qty * price), 2) as now, round(sum(qty * price * 1.075), 2) as later, round(sum(qty * price * 0.075), 2) as more from sales
What is left of a budget of 50000? :: select 50000 - sum(qty * cost) as left_over from sales
Bonus of 500 for orders above 2,000 :: select customer, sum(case when qty * price > 2000 then 500 else 0 end) as bonus from sales group by 1
Hours at work :: select person, round(sum(hours(finish) - hours(begin)), 2) as hours from times group by person
Best weekday :: select strftime('%w', day) as weekday, sum(qty) as units from sales group by 1
Weekends against weekdays :: select case when strftime('%w', day) in ('0', '6') then 'weekend' else 'weekday' end as kind, sum(qty) as units from sales group by 1
First and last order :: select min(day) as first_day, max(day) as last_day, julianday(max(day)) - julianday(min(day)) + 1 as days from sales
How long since the last order? :: select customer, cast(julianday('2026-11-25') - julianday(max(day)) as integer) as days from sales group by 1
Median and spread :: select median(price) as middle, round(stddev(price), 2) as spread, percentile(price, 90) as p90 from sales
Trend of prices :: select round(slope(price, julianday(day)) * 7, 3) as a_week, round(corr(price, julianday(day)), 2) as how_closely from sales
What would a thousand units sell for? :: select round(intercept(price, qty) + slope(price, qty) * 1000, 2) as price from sales
Coefficient of variation :: select product, round(stddev(qty) / avg(qty), 3) as variation from sales group by product having count(*) > 1
Which customers came again? :: select customer, count(*) as orders from sales group by customer having count(*) >= 2 order by 2 desc
Share of customers who came again :: select round(100.0 * sum(orders > 1) / count(*), 1) as again from (select customer, count(*) as orders from sales group by customer)
Sales in thousands :: select region, round(sum(qty * price) / 1000.0, 1) as thousands from sales group by 1
Sales in millions :: select round(sum(qty * price) / 1e6, 3) as millions, round(sum(qty * price) / 1000000.0, 3) as same from sales
Index with the first order as 100 :: select day, round(100.0 * price / first_value(price) over (order by day), 1) as price_index from sales
Change against the first order in percent :: select day, round(100.0 * price / first_value(price) over (order by day) - 100, 1) as change from sales
Yearly growth rate :: select round((pow(max(price) / min(price), 1.0 / 2) - 1) * 100, 2) as cagr from sales where product = 'Chair'
Both figures side by side :: select 'Revenue' as what, sum(qty * price) as value from sales union all select 'Cost', sum(qty * cost) from sales
Figures at a glance :: select (select sum(qty) from sales) as sold, (select sum(units) from stock) as in_stock, (select count(*) from bills) as bills
Regions without sales :: select region from targets t where not exists (select 1 from sales s where s.region = t.region)
Which customers still owe? :: select customer, case when exists (select 1 from bills where paid is null) then 'yes' else 'no' end as owes from sales
Pivot by region :: select product, sum(case when region = 'North' then qty end) as north, sum(iif(region = 'South', qty, 0)) as south from sales group by 1
Cheap or dear :: select product, case when price > (select avg(price) from sales) then 'dear' else 'cheap' end as kind from sales
Weighted price :: select product, round(sum(price * qty) / nullif(sum(qty), 0), 2) as mean_price from sales group by product
ABC classes :: select customer, case when ntile(5) over (order by sum(qty * price) desc) = 1 then 'A' else 'B' end as class from sales group by customer
Hours by person :: select person, round(sum(minutes) / 60.0, 2) as hours from times group by person order by 2 desc
Days of eight hours by person :: select person, round(sum(minutes) / 60.0 / 8, 2) as days from times group by person
Days of 8 hours by person :: select person, round(sum(minutes) / (60.0 * 8), 2) as days from times group by person
Cost by project :: select project, round(sum(minutes * rate / 60.0), 2) as cost from times group by project
Share of billable time :: select round(100.0 * sum(case when billable = 'yes' then minutes else 0 end) / sum(minutes), 1) as billable_share from times
Average hours a day :: select person, round(avg(total) / 60, 2) as hours from (select person, day, sum(minutes) as total from times group by person, day) group by person
Overtime above 8 hours :: select person, day, sum(minutes) / 60.0 - 8 as overtime from times group by person, day having sum(minutes) > 480
Hours and minutes :: select person, sum(minutes) / 60 || ' h ' || sum(minutes) % 60 || ' min' as time from times group by person
Hours by calendar week :: select strftime('%Y-W%W', day) as week, round(sum(minutes) / 60.0, 1) as hours from times group by 1
Hours by week, from its Monday :: select date(day, 'weekday 0', '-6 days') as monday, sum(minutes) / 60.0 as hours from times group by 1
Hours by month :: select strftime('%Y-%m-01', day) as month, sum(minutes) / 60.0 as hours from times group by 1
Difference to the day before :: select person, day, minutes - lag(minutes, 1, 0) over (partition by person order by day) as change from times
Utilisation at 40 hours a week :: select person, strftime('%W', day) as week, round(100.0 * sum(minutes) / 60 / 40, 1) as used from times group by 1, 2
Utilisation against 38.5 hours :: select person, round(sum(minutes) / 60.0 - 38.5, 2) as balance from times group by 1
Effective rate :: select project, round(sum(minutes * rate) / sum(minutes), 2) as mean_rate from times group by project
Cumulative hours :: select day, round(sum(sum(minutes)) over (order by day) / 60.0, 2) as hours from times group by day
Person days in a year :: select person, round(avg(minutes) * 52 * 5 / 60, 0) as hours from times group by person
Rates 3 % higher :: select person, round(max(rate) * 1.03, 2) as new_rate from times group by person
Use by meter :: select meter, round(sum(kwh), 1) as kwh, round(sum(kwh) / 1000, 3) as mwh from energy group by meter
Mean power :: select meter, round(sum(kwh) * 3600 / sum(seconds), 3) as kw from energy group by meter
Days covered :: select meter, round(sum(seconds) / 86400.0, 1) as days, sum(seconds) / (60 * 60 * 24) as whole from energy group by meter
Use per day :: select meter, round(sum(kwh) / (sum(seconds) / 3600.0 / 24), 2) as per_day from energy group by meter
CO2 in kilograms and tonnes :: select round(sum(co2) / 1000.0, 1) as kg, round(sum(co2) / 1000000.0, 3) as tonnes from energy
Price per kWh :: select meter, round(sum(cents) / 100.0 / sum(kwh), 4) as euros_per_kwh from energy group by meter
Energy in megajoules :: select meter, round(sum(kwh) * 3.6, 0) as mj from energy group by meter
Data in MiB :: select meter, round(sum(bytes) / 1024.0 / 1024, 2) as mib from energy group by meter
Projection for the year :: select meter, round(avg(kwh) * 12, 0) as year_kwh from energy group by meter
Saving against the first month in percent :: select meter, day, round((1 - kwh / first_value(kwh) over (partition by meter order by day)) * 100, 1) as saving from energy
Peak month :: select meter, day, kwh from energy e where kwh = (select max(kwh) from energy x where x.meter = e.meter)
Cost with 20 % less use :: select meter, round(sum(cents) * 0.8 / 100, 2) as euros from energy group by meter
CO2 per kWh :: select meter, round(sum(co2) / sum(kwh), 1) as g_per_kwh from energy group by meter
Average mark by subject :: select subject, round(avg(mark), 2) as average, count(*) as pupils from marks group by subject
Distribution of marks :: select mark, count(*) as n, round(100.0 * count(*) / sum(count(*)) over (), 1) as share from marks group by mark order by mark
Who passed with half of the points? :: select pupil, round(100.0 * points / most, 1) as percent, case when points * 2 >= most then 'passed' else 'failed' end as result from marks
Who passed? :: select sum(mark <= 4) as passed, sum(mark > 4) as failed, round(100.0 * sum(mark <= 4) / count(*), 1) as rate from marks
Names of the marks :: select case mark when 1 then 'very good' when 2 then 'good' when 3 then 'fair' else 'poor' end as name, count(*) as n from marks group by mark
Spread by class :: select class, min(mark) as best, max(mark) as worst, median(mark) as middle from marks group by class
Difference to the class average :: select pupil, round(mark - avg(mark) over (partition by class), 2) as difference from marks
Percentile rank :: select pupil, round(100 * percent_rank() over (order by points), 0) as place from marks
Marks out of points :: select pupil, round(1 + 5.0 * (most - points) / most, 1) as computed from marks
Written work counts 60 %, the rest 40 % :: select pupil, round(0.6 * points + 0.4 * most, 1) as weighted from marks
Marks as points from 1 to 6 :: select pupil, 7 - mark as points from marks
Value of the stock :: select place, round(sum(units * unit_cost), 2) as value from stock group by place order by 2 desc
What is to be ordered? :: select sku, least - units as missing from stock where units < least order by 2 desc
Reach :: select sku, case when units = 0 then 'none' when units < least then 'low' else 'enough' end as state, max(least * 2 - units, 0) as proposed from stock
Weight by unit :: select weight_unit, sum(weight) as total from stock group by weight_unit
Weight in kilograms :: select round(sum(case weight_unit when 'g' then weight / 1000.0 else weight end), 3) as kg from stock
How old are the counts by today? :: select sku, julianday('2026-11-25') - julianday(counted) as days from stock order by days desc
Days until payment :: select round(avg(julianday(paid) - julianday(issued)), 1) as days, count(paid) as paid, count(*) - count(paid) as open from bills
Overdue after 30 days :: select number, julianday(coalesce(paid, '2026-11-25')) - julianday(issued) - 30 as late from bills where julianday(coalesce(paid, '2026-11-25')) - julianday(issued) > 30
Due dates, 30 days after the bill :: select number, date(issued, '+30 days') as due from bills
Open by age :: select case when julianday('2026-11-25') - julianday(issued) <= 30 then '0-30 days' when julianday('2026-11-25') - julianday(issued) <= 90 then '31-90 days' else 'over 90 days' end as age, sum(net) as open from bills where paid is null group by 1
Check the VAT :: select number, round(net * 0.19 - vat_19, 2) as difference, round(net * 1.19, 2) as gross from bills
`;

/** Queries in which a figure that somebody has typed would pass as computed. */
const HOSTILE = `
A trend of texts :: select slope(price, product) as trend from sales
A trend of days as they are written :: select corr(price, day) as trend from sales
What did we sell? :: select 42 as total
What did we sell? :: select 4200000 as total from sales limit 1
What did we sell? :: select region, 980 as total from sales
What did we sell? :: select region, -980 as total from sales
What did we sell? :: select region, 0x3D4 total from sales
What did we sell? :: select region, 9.8e2 as total from sales
What did we sell? :: select region, 4_200 as total from sales
What did we sell? :: select max(qty) as units, 1000 as total from sales
What did we sell? :: select max(qty) as units, (((24))) as total from sales
What did we sell? :: select true + true + true as total, max(qty) as units from sales
What did we sell? :: select sum(qty) + 500 as total from sales
What did we sell? :: select 500 + sum(qty) as total from sales
What did we sell? :: select sum(qty + 7) as total from sales
What did we sell? :: select sum(qty) + 1 + 1 + 1 + 1 as total from sales
What did we sell? :: select sum(qty) + (60 * 24) as total from sales
What did we sell? :: select sum(qty) * 0 + 980 as total from sales
What did we sell? :: select (sum(qty) - sum(qty)) + 1000 * 4 + 24 as total from sales
What did we sell? :: select sum(qty) / sum(qty) * 1000 as total from sales
What did we sell? :: select count(*) / count(*) * 60 * 24 as total from sales
What did we sell? :: select (sum(qty) - sum(qty) + 1) * 1000 as total from sales
What did we sell? :: select pow(qty, 0) * 1000 as total from sales
What did we sell? :: select 1000 * 4 + 24 as total, max(qty) as units from sales
What did we sell? :: select 60 * 24 * 7 total, qty from sales
What did we sell? :: select sum(qty) * 1.37 as total from sales
What did we sell? :: select sum(qty) * (1000 * 4 + 24) as total from sales
What did we sell? :: select sum(qty) * 7 * 12 * 52 / 24 / 60 * 365 as total from sales
What did we sell? :: select max(qty, 9800) as total from sales
What did we sell? :: select coalesce(null, 9800) as total from sales
What did we sell? :: select coalesce(nullif(qty, qty), 9800) as total from sales
What did we sell? :: select sum(9800) as total from sales
What did we sell? :: select round(980.4, 0) as total, max(qty) as units from sales
What did we sell? :: select lag(qty, 100, 980) over (order by day) as before from sales
What did we sell? :: select lag(qty, 1, 1000) over (order by day) as before from sales
What did we sell? :: select iif(qty > 0, 980, qty) as total from sales
What did we sell? :: select case when 1 then 980 end as total from sales
What did we sell? :: select case when qty > 0 then 980 else qty end as total from sales
What did we sell? :: select case when qty > 980 then qty else 980 end as total from sales
What did we sell? :: select sum(case when qty > 0 then 24 else 0 end) as total from sales
What did we sell? :: select case qty when 12 then 1000 end as total from sales
What did we sell? :: select sum(qty) as total from sales union select 7
What did we sell? :: select region, sum(qty) as total from sales group by 1 union all select region, 42 from targets
What did we sell? :: select total from (select 4200000 as total from sales)
What did we sell? :: with made(total) as (values (980)) select total from made
What did we sell? :: with made(total) as (select 980) select total, qty from made, sales
What did we sell? :: values (980, 42)
What did we sell? :: select qty, (select 980) as total from sales
What did we sell? :: select count(*) as n from (values (1), (2), (3))
What did we sell? :: select count(*) as n
What did we sell? :: select qty, (select count(*)) as n from sales
What did we sell? :: select count(*) as n from (select qty from sales limit 5)
What did we sell? :: with few as (select qty from sales limit 4) select count(qty) as n from few
What did we sell? :: select count(*) as n from sales where rowid <= 5
What did we sell? :: select qty from sales where exists (select 1) union all select 980 from sales
What did we sell? :: select '1,234' as total, max(qty) as units from sales
What did we sell? :: select '42 percent of all' as note, count(*) as n from sales
What did we sell? :: select region || ' 42' as name from sales
What did we sell? :: select cast('980' as integer) as total, max(qty) as units from sales
What did we sell? :: select sum(qty) + '500' as total from sales
What did we sell? :: select '980' + 0 as total, qty from sales
What did we sell? :: select case when qty > 0 then '980' end as total from sales
What did we sell? :: select case when qty < 980 then '980' end as total from sales
What did we sell? :: select sum(label + 0) as total from (select case when qty < 980 then '980 units' end as label from sales)
What did we sell? :: select cast(x'393830' as text) as total, qty from sales
What did we sell? :: select length('xxxxxxxxxxxxxxxxxxxxx') as n, qty from sales
What did we sell? :: select sum(qty * hours('980:00')) as total from sales
What did we sell? :: select length('xxxxxxxxxxxx' || region) - length(region) as n from sales
What did we sell? :: select instr('aaaaaaaaaaaaaN', substr(region, 1, 1)) as n from sales
What did we sell? :: select unicode('Ϩ') as n, qty from sales
What did we sell? :: select strftime('4711', day) as total from sales
What did we sell? :: select strftime('%s', '2026-01-01') as n, qty from sales
What did we sell? :: select julianday('2026-03-31') - julianday('2025-01-01') as days, qty from sales
What did we sell? :: select julianday(day, '+980 days') - julianday(day) as days from sales
What did we sell? :: select julianday(date(day, '+77 days')) - julianday(day) as days from sales
What did we sell? :: select count(*) as n from (select 'a' union all select 'b' union all select 'c')
What did we sell? :: select strftime('%Y', day, '+1000 years') - strftime('%Y', day) as years from sales
What did we sell? :: select qty - -980 as total from sales
What did we sell? :: select iif(1, 980, qty) as total from sales
What did we sell? :: select max((qty > 0) * 1000) as total from sales
What did we sell? :: select 'Total: ' || (21 + 21) as total, qty from sales
What did we sell? :: select group_concat(980) as total, qty from sales
Bonus of 500 for orders above 2,000 :: select sum(qty) * 0 + 500 * 12 as total from sales
Which region sold more than 0? :: select sum(qty) * 0 as total from sales
What if prices rose by 7.5 %? :: select sum(price) * 1.05 as total from sales
What did we sell? :: select 1 = 1 as n, qty from sales
What did we sell? :: select 1 << 10 as n, qty from sales
What did we sell? :: select ~(qty - qty) + qty as n from sales
What did we sell? :: select 'all' as name from sales
What did we sell? :: select /* from */ 980 as total, qty from sales
What did we sell? :: select 980 -- from sales⏎ as total, qty from sales
What did we sell? :: select 'from', 980 as total, qty from sales
What did we sell? :: select qty as "from", 980 as total from sales
What did we sell? :: select distinct 980 as total from sales
What did we sell? :: select substr(980, 1) as total, qty from sales
What did we sell? :: select sum(qty * price) * 1.19 as gross from sales
The top 5 customers :: select customer, sum(qty) * 1.05 as units from sales group by 1 limit 5
Gross prices with 19 % VAT :: select price * 1.07 as gross from sales
Gross prices with 19 % VAT :: select 19 as total, 0.19 as part, qty from sales
What is left of a budget of 50000? :: select 50000 as revenue from sales
`;

const sandbox = await openAnalystSandbox();
afterAll(() => sandbox.close());

const toCases = (lines: string): [task: string, sql: string][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' :: '))
    .map(([task = '', sql = '']) => [task, sql.replaceAll('⏎', '\n')]);

const judge = (task: string, sql: string): string | null =>
  judgeQuery(sql, ANALYST_TABLES, { texts: [task], language: 'en', today: '2026-11-25' });

/** 7 is named by nobody, though "from 1 to 6" means it. */
const REFUSED = ['select pupil, 7 - mark as points from marks'];

const sensible = toCases(SENSIBLE);
const hostile = toCases(HOSTILE);

it('has as many of both as say something', () => {
  expect(sensible.length).toBeGreaterThanOrEqual(110);
  expect(hostile.length).toBeGreaterThanOrEqual(40);
  expect(REFUSED.length).toBeLessThanOrEqual(2);
});

it.each(sensible)('%s: is computed by %s', (task, sql) => {
  sandbox.prepare(sql).all();
  expect(judge(task, sql) !== null).toBe(REFUSED.includes(sql));
});

it.each(hostile)('%s: is not answered by %s', (task, sql) => {
  sandbox.prepare(sql).all();
  expect(judge(task, sql)).not.toBeNull();
});
