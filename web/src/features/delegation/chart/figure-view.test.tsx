import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import type { Figure } from '#domain/analysis/analysis.ts';
import { ranQuery } from '../evidence/testing/ran-query.ts';
import { chooseShape, useChosenShapes } from './chosen-shapes.ts';
import { FigureView } from './figure-view.tsx';
import { shownFigure } from './use-shape.ts';

const TABLE: Figure = { n: 1, kind: 'table', title: 'Sales', query: 1, label: -1, values: [], unit: '' };
const SALES = ranQuery(
  ['day', 'year', 'euros'],
  [
    ['2026-01-05', 2026, 1200],
    ['2026-01-19', 2026, 800],
    ['2026-02-02', 2026, 500],
  ],
  { units: ['', '', '€'] },
);
const AS_TABLE = { kind: 'table', label: -1, values: [] } as const;

const shown = (): string =>
  renderToStaticMarkup(<FigureView figure={TABLE} query={SALES} runId="run" language="en" />);
const cells = (): string[] => [...shown().matchAll(/<td[^>]*>([^<]*)/g)].map(([, cell = '']) => cell);

afterEach(() => useChosenShapes.setState(new Map(), true));

it('shows years as years and amounts with marks for thousands', () => {
  expect(cells().slice(0, 3)).toEqual(['2026-01-05', '2026', '1,200']);
});

it('offers totals and averages of time', () => {
  expect(shown()).toMatch(/Time steps.*As in the result.*Totals by month.*Averages by month/s);
  expect(shown()).not.toContain('by quarter');
});

it('shows the chosen steps, and the rows as they are where those are not offered any more', () => {
  chooseShape('run:1', { ...AS_TABLE, steps: { by: 'month', as: 'average' } });
  expect(shownFigure('run', TABLE, SALES)).toMatchObject({
    subtitle: 'Averages by month',
    result: {
      count: 2,
      rows: [
        ['2026-01', 2026, 1000],
        ['2026-02', 2026, 500],
      ],
    },
  });
  chooseShape('run:1', { ...AS_TABLE, steps: { by: 'quarter', as: 'total' } });
  expect(shownFigure('run', TABLE, SALES)).toMatchObject({ subtitle: null, result: SALES });
});
