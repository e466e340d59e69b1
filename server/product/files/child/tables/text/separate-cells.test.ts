import { expect, it } from 'vitest';
import { separateCells } from './separate-cells.ts';

it.each(['--', ' ', '\t', '%'])('takes what the first line names: %j', (named) => {
  expect(separateCells(`sep=${named}\r\na${named}b\r\nc${named}d`)).toEqual({
    text: `a${named}b\nc${named}d`,
    delimiter: named,
    by: 'sign',
  });
});

it('looks for itself where what is named is nothing to be seen', () => {
  expect(separateCells('sep=\ufeff\na;b\nc;d').delimiter).toBe(';');
});

it.each(['sep=;;;', 'sep=\\t', 'sep=|'])('looks for itself where %s divides nothing', (named) => {
  expect(separateCells(`${named}\na,b;c\n1,5;2\n3,5;4`).delimiter).toBe(';');
});

const TABLE = [
  ['Ort', 'Menge', 'Preis'],
  ['Bern', '12', '1,50'],
  ['Basel', '7', '22,25'],
  ['Chur', '3', '1.100,00'],
];
const aligned = (rows: readonly (readonly string[])[]): string =>
  rows.map(([a = '', b = '', c = '']) => `${a.padEnd(16)}${b.padStart(6)}${c.padStart(12)}`).join('\n');

it.each([
  ['decimal commas', TABLE],
  [
    'names with commas',
    TABLE.map(([name = '', ...more], at) => (at === 0 ? [name, ...more] : [`${name}, Anna`, ...more])),
  ],
  [
    'tickets',
    TABLE.map(([name = '', ...more], at) => (at === 0 ? [name, ...more] : [`INV#10${at}`, ...more])),
  ],
])('tells columns apart by their spaces, whatever is in them: %s', (_what, rows) => {
  const { text, delimiter, by } = separateCells(aligned(rows));
  expect(by).toBe('spaces');
  expect(text.split('\n').map((line) => line.split(delimiter))).toEqual(rows);
});

it('leaves a single column whole', () => {
  expect(separateCells('Betrag\n12,50\n7,25\n9,00')).toMatchObject({ by: 'none' });
});

it('ends rows at the record separator of ASCII', () => {
  expect(separateCells('a\u001fb\u001ec\u001fd\u001e').text).toBe('a\u001fb\nc\u001fd\n');
});

it('takes several tabs that align the columns for one', () => {
  const text = 'Name\t\tAge\tCity\nAnna Meier\t31\tBern\nBo\t\t7\tUlm\nCleo\t\t55\tChur';
  expect(
    separateCells(text)
      .text.split('\n')
      .map((line) => line.split('\t')),
  ).toEqual([
    ['Name', 'Age', 'City'],
    ['Anna Meier', '31', 'Bern'],
    ['Bo', '7', 'Ulm'],
    ['Cleo', '55', 'Chur'],
  ]);
});

it('leaves two tabs around an empty cell', () => {
  const text = 'name\tage\tcity\nAnna\t\tBern\nBo\t7\tUlm\nCleo\t\tChur';
  expect(separateCells(text)).toEqual({ text, delimiter: '\t', by: 'sign' });
});
