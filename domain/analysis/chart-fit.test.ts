import { describe, expect, it } from 'vitest';
import type { Cell } from './analysis.ts';
import { commonUnit, fitsChart } from './chart-fit.ts';

const result = (...rows: Cell[][]) => ({ rows, count: rows.length });
const NAMED = result(['north', 3, 1], ['south', 5, null]);

describe('a kind of chart fits a result', () => {
  it('if its columns are there, differ, and hold numbers or nothing', () => {
    expect(fitsChart({ kind: 'bar', label: 0, values: [1] }, NAMED)).toBe(true);
    expect(fitsChart({ kind: 'bar', label: 0, values: [2] }, NAMED)).toBe(true);
    expect(fitsChart({ kind: 'bar', label: 1, values: [0] }, NAMED)).toBe(false);
    expect(fitsChart({ kind: 'bar', label: 1, values: [1] }, NAMED)).toBe(false);
    expect(fitsChart({ kind: 'bar', label: -1, values: [1] }, NAMED)).toBe(false);
    expect(fitsChart({ kind: 'line', label: 0, values: [1, 1] }, NAMED)).toBe(false);
    expect(fitsChart({ kind: 'bar', label: 0, values: [1] }, result(['a', null], ['b', null]))).toBe(false);
  });

  it('if it takes so many columns and rows', () => {
    expect(fitsChart({ kind: 'bar', label: 0, values: [1, 2] }, NAMED)).toBe(false);
    expect(fitsChart({ kind: 'stacked', label: 0, values: [1] }, NAMED)).toBe(false);
    expect(fitsChart({ kind: 'stacked', label: 0, values: [1, 2] }, NAMED)).toBe(true);
    expect(fitsChart({ kind: 'bar', label: 0, values: [1] }, result(['a', 1]))).toBe(false);
    const many = result(...Array.from({ length: 31 }, (_row, at) => [`n${at}`, at]));
    expect(fitsChart({ kind: 'bar', label: 0, values: [1] }, many)).toBe(false);
    expect(fitsChart({ kind: 'line', label: 0, values: [1] }, many)).toBe(true);
    expect(fitsChart({ kind: 'bar', label: 0, values: [1] }, { ...NAMED, count: 3 }), 'the start alone').toBe(
      false,
    );
  });

  it('if its numbers make sense in it', () => {
    const negative = result(['a', -1, 2], ['b', 4, 2]);
    expect(fitsChart({ kind: 'bar', label: 0, values: [1] }, negative)).toBe(true);
    expect(fitsChart({ kind: 'stacked', label: 0, values: [1, 2] }, negative)).toBe(false);
    expect(fitsChart({ kind: 'histogram', label: 0, values: [1] }, negative)).toBe(false);
    expect(fitsChart({ kind: 'scatter', label: 0, values: [1] }, negative)).toBe(false);
    expect(fitsChart({ kind: 'scatter', label: 1, values: [2] }, negative)).toBe(true);
  });

  it('as a box if each row rises from its least to its greatest', () => {
    const box = { kind: 'box', label: 0, values: [1, 2, 3, 4, 5] } as const;
    expect(fitsChart(box, result(['a', 1, 2, 2, 4, 9], ['b', 0, 1, 2, 3, 4]))).toBe(true);
    expect(fitsChart(box, result(['a', 1, 2, 3, 4, 9], ['b', 0, 3, 2, 3, 4]))).toBe(false);
    expect(fitsChart(box, result(['a', 1, 2, 3, 4, 9], ['b', 0, null, 2, 3, 4]))).toBe(false);
    expect(fitsChart({ ...box, values: [1, 2, 3, 4] }, result(['a', 1, 2, 2, 4], ['b', 0, 1, 2, 3]))).toBe(
      false,
    );
  });
});

it('columns of a chart have a unit together only if it is the same', () => {
  expect(commonUnit([1, 2], ['', '€', '€'])).toBe('€');
  expect(commonUnit([0, 2], ['', '€', '€'])).toBe('');
  expect(commonUnit([5], [])).toBe('');
});
