import { expect, it } from 'vitest';
import { setSumsAside } from './find-sums.ts';
import { Grid } from './grid.ts';

const find = (...lines: string[]) => {
  const { cells, issues } = setSumsAside(Grid.ofRows(lines.map((line) => line.split(';'))), {
    hasDecimalCommas: true,
  });
  return { kept: cells.rows().map((row) => row.join(';')), issues };
};

it('removes sums of groups, sums of these, and the grand total', () => {
  expect(
    find(
      'N;Kiel;10',
      'N;Ulm;20,5',
      'Subtotal North;;30,5',
      'S;Bonn;15',
      'Zwischensumme Süd;;15',
      'Total;;45,5',
    ),
  ).toEqual({
    kept: ['N;Kiel;10', 'N;Ulm;20,5', 'S;Bonn;15'],
    issues: [
      { key: 'sums_set_aside', params: { rows: 3, labels: 'Subtotal North, Zwischensumme Süd, Total' } },
    ],
  });
  const nested = find(
    'a;1',
    'b;2',
    'c;3',
    'x total;6',
    'd;4',
    'e;5',
    'y total;9',
    'Sum of both;15',
    'f;7',
    'z total;7',
    'Grand total;22',
  );
  expect(nested.kept).toEqual(['a;1', 'b;2', 'c;3', 'd;4', 'e;5', 'f;7']);
  expect(find('a;1', 'b;2', 'c;4', 'Toplam;7').issues).toEqual([
    { key: 'totals_set_aside', params: { rows: 1, label: 'Toplam' } },
  ]);
  expect(find('a;1', 'b;2', '小計;3', 'c;4', '合計;7').kept).toEqual(['a;1', 'b;2', 'c;4']);
  expect(find('a;1;5', 'b;2;5', 'c;;4', ';3;14').kept).toHaveLength(3);
});

it.each([
  ['on a clock', ['Mo;8:00;+0:15', 'Di;7:15;-0:30', 'Mi;9:15;+1:30'], 'Summe;24:30;+1:15'],
  ['with seconds', ['a;0:20:30', 'b;0:50:00', 'c;1:00:00'], 'Total;2:10:30'],
  ['in words', ['a;1h 23m', 'b;45 min', 'c;12h'], 'Total;14h 8m'],
])('removes a sum of lengths of time %s', (_how, lines, sum) => {
  expect(find(...lines, sum)).toMatchObject({ kept: lines, issues: [{ key: 'totals_set_aside' }] });
});

it('keeps times that are no sum', () => {
  const lines = ['Mo;8:00', 'Di;9:00', 'Mi;9:30'];
  expect(find(...lines, 'Gesamtprobe;19:30')).toMatchObject({ kept: [...lines, 'Gesamtprobe;19:30'] });
});

it('removes a last sum before which stands only a sign', () => {
  expect(find('012;EUR;10', '013;EUR;-2,5', '014;EUR;3', '*;;10,5').kept).toHaveLength(3);
  expect(find('012;EUR;10', '013;EUR;-2,5', '014;EUR;3', '*;;11').kept).toHaveLength(4);
  expect(find('012;;10', '013;b;2,5', 'b;;12,5').kept).toHaveLength(3);
});

it('reports rows labelled as sums that are not, and keeps them', () => {
  expect(find('A;10', 'B;20', 'C;30', 'Total incl. VAT;71,4')).toEqual({
    kept: ['A;10', 'B;20', 'C;30', 'Total incl. VAT;71,4'],
    issues: [{ key: 'sums_unclear', params: { rows: 1, labels: 'Total incl. VAT' } }],
  });
  const both = find('A;10', 'B;20', 'C;30', 'Total;60', 'Total incl. VAT;71,4');
  expect(both.kept).toEqual(['A;10', 'B;20', 'C;30', 'Total incl. VAT;71,4']);
  expect(both.issues.map(({ key }) => key)).toEqual(['sums_set_aside', 'sums_unclear']);
});

it('does not mistake lookalikes for sums', () => {
  const kept = (...lines: string[]) => find(...lines).kept.length;
  expect(kept('a;10', 'b;20', 'c;30')).toBe(3);
  expect(kept('Summer;10', 'Sumatra;20', 'Totally new;30')).toBe(3);
  expect(find('Total costs;10', 'Total income;20', 'Rest;30').issues).toEqual([]);
  expect(kept('Total;10', 'Total;20')).toBe(2);
});

it('removes a first sum without a name, as of an account above its campaigns', () => {
  const campaigns = ['1.11.2026;Spring;100;50,5;2', '1.11.2026;Autumn;60;20;3', '1.11.2026;Winter;40;5;1'];
  expect(find('1.11.2026;;200;75,5;1,8', ...campaigns)).toEqual({
    kept: campaigns,
    issues: [{ key: 'sums_set_aside', params: { rows: 1, labels: '1.11.2026' } }],
  });
});

it.each([
  ['one sum alone', ['a;;6;9', 'b;x;2;1', 'c;y;4;2']],
  ['sums of some', ['1.11.2026;;6;9', '1.11.2026;x;2;1', '1.11.2026;y;4;2', '1.11.2026;z;1;3']],
  ['an amount and its net amount', ['1.11.26;;30;0;30', '2.11.26;x;10;0;10', '3.11.26;y;20;0;20']],
  ['a name', ['All;;6;9;1', 'b;x;2;1;2', 'c;y;4;2;3']],
  ['all its cells', ['6;9;x', '2;5;y', '4;4;z']],
])('keeps a first row with %s', (_what, lines) => {
  expect(find(...lines).kept).toEqual(lines);
});

it('keeps a last row of a day, without a note, whose amount happens to be the sum of those above', () => {
  const lines = ['1.11.2026;x;10', '2.11.2026;y;20', '3.11.2026;;30'];
  expect(find(...lines).kept).toEqual(lines);
});

it('keeps a last row whose first number happens to be the sum of those above', () => {
  expect(find('1;5;a', '2;7;b', '3;9;').kept).toEqual(['1;5;a', '2;7;b', '3;9;']);
});

it('removes a labelled sum above the rows that it adds up', () => {
  expect(find('TOTAL;60', 'a;10', 'b;20', 'c;30').kept).toEqual(['a;10', 'b;20', 'c;30']);
  expect(find('TOTAL;61', 'a;10', 'b;20', 'c;30').kept).toHaveLength(4);
});

const PIVOT = [
  'North;30;5',
  'Apples;10;5',
  'Pears;20;',
  'South;50;1',
  'Figs;0,5;1',
  'Plums;49,5;0',
  'Nuts;0;0',
];

it('removes heads of groups above their rows, if the last total is the sum of the heads', () => {
  const { kept, issues } = find(...PIVOT, 'Grand Total;80;6');
  expect(kept).toEqual(['Apples;10;5', 'Pears;20;', 'Figs;0,5;1', 'Plums;49,5;0', 'Nuts;0;0']);
  expect(issues).toEqual([
    { key: 'sums_set_aside', params: { rows: 3, labels: 'North, South, Grand Total' } },
  ]);
});

it.each<readonly [what: string, lines: readonly string[]]>([
  ['another total', [...PIVOT, 'Grand Total;81;6']],
  ['a row of no group', [...PIVOT, 'Kiwis;3;2', 'Grand Total;83;8']],
  ['a head that is the sum of some of its columns', [...PIVOT.with(0, 'North;30;4'), 'Grand Total;80;5']],
])('keeps heads of groups beside %s', (_what, lines) => {
  const { kept, issues } = find(...lines);
  expect(kept).toEqual(lines);
  expect(issues.map(({ key }) => key)).toEqual(['sums_unclear']);
});
