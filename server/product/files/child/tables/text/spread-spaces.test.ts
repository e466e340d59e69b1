import { expect, it } from 'vitest';
import { CELL_END, spreadColumns, spreadGaps } from './spread-spaces.ts';

const spreadSpaces = (text: string): string | null => spreadColumns(text) ?? spreadGaps(text);

const cellsOf = (text: string): string[][] | undefined =>
  spreadSpaces(text)
    ?.split('\n')
    .map((line) => line.split(CELL_END));

it('cuts where columns stand below one another: cells may be empty, and hold single spaces', () => {
  const text = [
    'place        sold    price',
    'New York       12     1.50',
    'Basel                 2.25',
    'Chur            3         ',
  ].join('\n');
  expect(cellsOf(text)).toEqual([
    ['place', 'sold', 'price'],
    ['New York', '12', '1.50'],
    ['Basel', '', '2.25'],
    ['Chur', '3', ''],
  ]);
});

it('leaves a line above such a table whole', () => {
  const text = 'Sales of the whole of May\nplace    sold\nBern       12\nBasel       7\nChur        3';
  expect(cellsOf(text)?.slice(0, 2)).toEqual([['Sales of the whole of May'], ['place', 'sold']]);
});

it('cuts at wide gaps that stand anywhere', () => {
  expect(cellsOf('place  sold at\nNew York  12\nBasel-Stadt  7\nChur   300')).toEqual([
    ['place', 'sold at'],
    ['New York', '12'],
    ['Basel-Stadt', '7'],
    ['Chur', '300'],
  ]);
});

it('cuts rows of words and numbers at each space, but for those in quotes', () => {
  expect(cellsOf('place sold price\nBern 12 1,50\n"New York" 7 2,25\nChur 3 9,00')).toEqual([
    ['place', 'sold', 'price'],
    ['Bern', '12', '1,50'],
    ['"New York"', '7', '2,25'],
    ['Chur', '3', '9,00'],
  ]);
});

it.each([
  ['names', 'full name\nAnna Meier\nBo Li\nCleo Marx'],
  ['sentences', 'note\nall is well here\nnothing to say\nsee the other one'],
  ['numbers in groups', 'in all\n1 234\n5 678\n9 012'],
  ['streets under one word', 'street\nMarktgasse 12\nSeeweg 3\nRing 40'],
])('does not cut %s', (_what, text) => {
  expect(spreadSpaces(text)).toBe(null);
});
