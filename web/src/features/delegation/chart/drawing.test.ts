import { describe, expect, it } from 'vitest';
import type { Cell } from '#domain/analysis/analysis.ts';
import type { ChartColumns } from '#domain/analysis/chart-fit.ts';
import { alternativeText } from './alternative-text.ts';
import { toChartData } from './chart-data.ts';
import { drawChart } from './drawing.ts';
import { SCREEN_INKS } from './inks.ts';
import { writeSvg } from './write-svg.ts';

const drawn = (shape: ChartColumns, rows: Cell[][], code = 'en', width = 640): string => {
  const columns = ['name', 'first', 'second', 'third', 'fourth', 'fifth'];
  const data = toChartData(shape, { columns, rows }, '€', code);
  return writeSvg(drawChart({ data, width, inks: SCREEN_INKS, alternative: alternativeText(data) }).node);
};

/** Attributes of all elements of a kind. */
const all = (svg: string, element: string, attribute: string): number[] =>
  [...svg.matchAll(new RegExp(`<${element} [^>]*\\b${attribute}="([^"]+)"`, 'g'))].map(([, value]) =>
    Number(value),
  );

const REGIONS = [
  ['North', 1200],
  ['South', 600],
];

describe('a drawing', () => {
  it('says in words what it shows', () => {
    const svg = drawn({ kind: 'bar', label: 0, values: [1] }, REGIONS);
    expect(svg).toContain('role="img" aria-label="Bar chart. North: €1,200; South: €600"');
    const many = Array.from({ length: 20 }, (_row, at) => [`n${at}`, at]);
    expect(drawn({ kind: 'line', label: 0, values: [1] }, many)).toContain(
      'aria-label="Line chart of 20 values, from €0 to €19"',
    );
  });

  it('has bars as long as their values, with the values behind them', () => {
    const svg = drawn({ kind: 'bar', label: 0, values: [1] }, REGIONS);
    const [long = 0, short = 0] = all(svg, 'rect', 'width');
    expect(long / short).toBeCloseTo(2, 1);
    expect(svg).toContain('>€1,200</text>');
  });

  it('draws what is below zero on the other side of it', () => {
    const svg = drawn({ kind: 'bar', label: 0, values: [1] }, [
      ['gain', 10],
      ['loss', -10],
    ]);
    const [gain = 0, loss = 0] = all(svg, 'rect', 'x');
    const [, width = 0] = all(svg, 'rect', 'width');
    expect(loss + width).toBeCloseTo(gain, 1);
  });

  it('is mirrored in a language that begins at the right', () => {
    const [x = 0] = all(drawn({ kind: 'bar', label: 0, values: [1] }, REGIONS), 'rect', 'x');
    const svg = drawn({ kind: 'bar', label: 0, values: [1] }, REGIONS, 'ar');
    const [mirrored = 0] = all(svg, 'rect', 'x');
    const [width = 0] = all(svg, 'rect', 'width');
    expect(mirrored + width).toBeCloseTo(640 - x, 0);
  });

  it('joins parts to bars, each part where the one before ends', () => {
    const svg = drawn({ kind: 'stacked', label: 0, values: [1, 2] }, [
      ['a', 10, 30],
      ['b', 5, 5],
    ]);
    const [first = 0, second = 0] = all(svg, 'rect', 'x');
    // The first two are the legend's, which have no place of their own.
    const [, , width = 0, next = 0] = all(svg, 'rect', 'width');
    expect(first + width + 1).toBeCloseTo(second, 0);
    expect(next / (width + 1)).toBeCloseTo(3, 1);
    expect(svg).toContain('>€40</text>');
  });

  it('puts days where they are in time, from the earliest, and breaks at what is missing', () => {
    const svg = drawn({ kind: 'line', label: 0, values: [1] }, [
      ['2026-01-04', 3],
      ['2026-01-01', 1],
      ['2026-01-02', 2],
    ]);
    const [first = 0, second = 0, last = 0] = all(svg, 'circle', 'cx');
    expect((last - first) / (second - first)).toBeCloseTo(3, 1);
    const quarters = drawn({ kind: 'line', label: 0, values: [1] }, [
      ['2026-Q2', 2],
      ['2025-Q4', 1],
    ]);
    expect(all(quarters, 'circle', 'cy'), 'the earlier is lower').toEqual(
      all(quarters, 'circle', 'cy').toSorted((one, other) => other - one),
    );
    const broken = drawn({ kind: 'line', label: 0, values: [1] }, [
      ['a', 1],
      ['b', null],
      ['c', 2],
      ['d', 3],
    ]);
    expect(broken).toMatch(/d="M[\d.]+ [\d.]+M[\d.]+ [\d.]+L[\d.]+ [\d.]+"/);
  });

  it('draws no box of a group without values', () => {
    const shape = { kind: 'box', label: 0, values: [1, 2, 3, 4, 5] } as const;
    const one = drawn(shape, [['North', 10, 20, 30, 40, 50]]);
    const two = drawn(shape, [
      ['North', 10, 20, 30, 40, 50],
      ['South', null, null, null, null, null],
    ]);
    expect(two).toContain('>South</text>');
    expect(all(two, 'rect', 'width')).toHaveLength(all(one, 'rect', 'width').length);
    // The line of the median.
    expect(all(two, 'path', 'stroke-width')).toEqual([3]);
  });

  it('draws a box from quartile to quartile', () => {
    const svg = drawn({ kind: 'box', label: 0, values: [1, 2, 3, 4, 5] }, [
      ['a', 0, 10, 20, 30, 40],
      ['b', 0, 10, 15, 20, 40],
    ]);
    const [wide = 0, narrow = 0] = all(svg, 'rect', 'width');
    expect(wide / narrow).toBeCloseTo(2, 1);
  });

  it('draws all kinds of one value everywhere, on the narrowest phone', () => {
    const rows = [
      [1, 5, 5, 5, 5, 5],
      [2, 5, 5, 5, 5, 5],
    ];
    for (const kind of ['bar', 'line', 'stacked', 'scatter', 'histogram', 'box'] as const) {
      const values = kind === 'box' ? [1, 2, 3, 4, 5] : kind === 'stacked' ? [1, 2] : [1];
      expect(drawn({ kind, label: 0, values }, rows, 'en', 280), kind).not.toMatch(/NaN|Infinity/);
    }
  });
});
