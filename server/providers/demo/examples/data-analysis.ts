/** Payments, each once: the file repeats some rows. */
const PAYMENTS = `with payments as (
  select distinct date, payee, coalesce(category, 'Everything else') as category, amount, account
  from household_2026
  where kind = 'payment'
)`;

const EUROS = { name: 'euros', unit: '€' } as const;

export const TABLE_FORMS = {
  table_queries: {
    queries: [
      {
        purpose: 'Counts the payments of the year, without transfers and repeated rows, and adds them up.',
        sql: `${PAYMENTS}
select count(*) as payments, round(sum(amount)) as euros, min(date) as first_day, max(date) as last_day
from payments`,
        columns: [EUROS],
        chart: null,
      },
      {
        purpose: 'Adds the payments up by category, rounded to whole euros at the end.',
        sql: `${PAYMENTS}
select category, round(sum(amount)) as euros, sum(amount) / (select sum(amount) from payments) as share
from payments
group by category
order by euros desc`,
        columns: [EUROS],
        chart: { kind: 'bar', title: 'Where the money went', label: 'category', values: ['euros'] },
      },
      {
        purpose: 'Finds the months with the highest payments.',
        sql: `${PAYMENTS}
select substr(date, 1, 7) as month, round(sum(amount)) as euros
from payments
group by month
order by euros desc`,
        columns: [EUROS],
        chart: null,
      },
      {
        purpose: 'Adds the year up without the moving costs, and finds the month in which these begin.',
        sql: `${PAYMENTS}
select round(sum(case when category <> 'Moving costs' then amount end)) as without_it,
  min(case when category = 'Moving costs' then substr(date, 1, 7) end) as first_month
from payments`,
        columns: [{ name: 'without_it', unit: '€' }],
        chart: null,
      },
      {
        purpose: 'Adds the payments up by month.',
        sql: `${PAYMENTS}
select substr(date, 1, 7) as month, round(sum(amount)) as euros
from payments
group by month
order by month`,
        columns: [EUROS],
        chart: { kind: 'line', title: 'Spent each month', label: 'month', values: ['euros'] },
      },
      {
        purpose: 'Counts the rows that were left out, and those without a category.',
        sql: `${PAYMENTS}
select (select count(*) from household_2026) - (select count(*) from payments) as left_out,
  (select count(*) from household_2026 where kind = 'transfer') as transfers,
  (select count(*) from household_2026 where kind = 'payment') - (select count(*) from payments) as duplicates,
  (select count(*) from household_2026 where category is null) as unsorted,
  (select round(sum(amount)) from household_2026 where category is null) as unsorted_euros`,
        columns: [{ name: 'unsorted_euros', unit: '€' }],
        chart: null,
      },
      {
        purpose:
          'Compares single payments by category: the smallest, the middle half, the median and the largest.',
        sql: `${PAYMENTS}
select category, min(amount) as smallest, round(percentile(amount, 25), 2) as lower_quarter,
  round(median(amount), 2) as middle, round(percentile(amount, 75), 2) as upper_quarter, max(amount) as largest
from payments
where category in ('Groceries', 'Eating out', 'Travel', 'Everything else')
group by category
order by middle desc`,
        columns: ['smallest', 'lower_quarter', 'middle', 'upper_quarter', 'largest'].map((name) => ({
          name,
          unit: '€',
        })),
        chart: {
          kind: 'box',
          title: 'How large single payments are',
          label: 'category',
          values: ['smallest', 'lower_quarter', 'middle', 'upper_quarter', 'largest'],
        },
      },
    ],
    more: false,
  },
};
