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
