import { expect, it } from 'vitest';
import type { Figure, RanQuery } from '#domain/analysis/analysis.ts';
import { ranQuery } from '../evidence/testing/ran-query.ts';
import { closest, shapesOf } from './chart-choices.ts';

const FIGURE: Figure = { n: 1, kind: 'bar', title: '', query: 1, label: 0, values: [1], unit: '€' };

const query = (columns: string[], ...rows: RanQuery['rows']): RanQuery => ranQuery(columns, rows);

const MONTHS = query(['month', 'euros', 'payments'], ['2026-01', 30, 2], ['2026-02', 50, 4]);

it('offers the kinds that a result fits, the own first, and always the table', () => {
  const shapes = shapesOf(FIGURE, MONTHS);
  expect(shapes[0]).toEqual({ kind: 'bar', label: 0, values: [1] });
  expect(shapes).toContainEqual({ kind: 'table', label: -1, values: [] });
  expect(shapes).toContainEqual({ kind: 'line', label: 0, values: [1, 2] });
  expect(shapes).toContainEqual({ kind: 'stacked', label: 0, values: [1, 2] });
  expect(shapes).toContainEqual({ kind: 'scatter', label: 1, values: [2] });
  expect(
    shapes.filter(({ values }) => values.includes(0)),
    'names are no values',
  ).toEqual([]);
  expect(new Set(shapes.map(({ kind }) => kind)).has('histogram')).toBe(false);
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(shapes.length);
});

it('draws no euros and shares on one scale, and names rows by numbers only where nothing else names them', () => {
  const mixed = { ...MONTHS, units: ['', '€', '%'] };
  const shapes = shapesOf(FIGURE, mixed);
  expect(shapes.filter(({ values }) => values.length > 1)).toEqual([]);
  expect(shapes.filter(({ kind, label }) => kind !== 'scatter' && label > 0)).toEqual([]);
  const years = query(['year', 'euros'], [2025, 30], [2026, 50]);
  expect(shapesOf(FIGURE, years)).toContainEqual({ kind: 'line', label: 0, values: [1] });
});

it('offers a line for what has an order, and not for names', () => {
  const kinds = (...rows: RanQuery['rows']) =>
    shapesOf(FIGURE, query(['a', 'b'], ...rows)).map(({ kind }) => kind);
  expect(kinds(['Rent', 30], ['Food', 50])).not.toContain('line');
  expect(kinds(['2026-Q1', 30], ['2026-Q2', 50])).toContain('line');
  expect(shapesOf({ ...FIGURE, kind: 'line' }, query(['a', 'b'], ['x', 1], ['y', 2]))[0]?.kind).toBe('line');
});

it('offers nothing but what is there for a result of words', () => {
  const words = query(['name', 'place'], ['a', 'b'], ['c', 'd']);
  const table: Figure = { ...FIGURE, kind: 'table', label: -1, values: [] };
  expect(shapesOf(table, words)).toEqual([{ kind: 'table', label: -1, values: [] }]);
});

it('keeps columns when the kind changes, as far as they fit', () => {
  const shapes = shapesOf(FIGURE, MONTHS);
  expect(closest(shapes, { kind: 'line', label: 0, values: [2] })).toEqual({
    kind: 'line',
    label: 0,
    values: [2],
  });
  expect(closest(shapes, { kind: 'stacked', label: 0, values: [2] })).toEqual({
    kind: 'stacked',
    label: 0,
    values: [1, 2],
  });
});
