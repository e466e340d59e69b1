import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { analysis as analysisShape } from '#domain/analysis/analysis.ts';
import { Computation } from './computation.tsx';

const QUERY = {
  n: 1,
  purpose: 'Added up',
  sql: 'select region, sum(price) as total from sales group by 1',
  columns: ['region', 'total'],
  rows: [['North', 12]],
  count: 1,
  read: 3,
};

const shown = (query: object): string => {
  const analysis = analysisShape.parse({ tables: [], queries: [query], figures: [], bound: 1 });
  return renderToStaticMarkup(<Computation analysis={analysis} language="en" />);
};

it('shows the units that the planner declared beside each query', () => {
  expect(shown({ ...QUERY, units: ['', '€'] })).toContain('as declared by the AI model: total: €');
});

it('mentions no units if none are declared or the answer is older', () => {
  expect(shown({ ...QUERY, units: ['', ''] })).not.toContain('declared');
  expect(shown(QUERY)).not.toContain('declared');
});

it('says how a result was pivoted, which its query alone does not tell', () => {
  const said = 'Pivot table: one column for each region, filled with total';
  expect(shown({ ...QUERY, pivot: { across: 'region', value: 'total' } })).toContain(said);
  expect(shown(QUERY)).not.toContain('Pivot table');
});

it('says how many rows of two tables belong together', () => {
  const join = {
    from: 'orders',
    to: 'customers',
    keys: ['orders.customer = customers.id'],
    rows: 40,
    matched: 38,
  };
  const said = '38 of 40 rows in orders have a match in customers (orders.customer = customers.id)';
  expect(shown({ ...QUERY, joins: [join] })).toContain(said);
  const one = { ...join, rows: 1_000, matched: 1 };
  expect(shown({ ...QUERY, joins: [one] })).toContain('1 of 1,000 rows in orders has a match in customers');
  expect(shown(QUERY)).not.toContain('a match in');
});
