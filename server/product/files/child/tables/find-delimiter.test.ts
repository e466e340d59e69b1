import { expect, it } from 'vitest';
import { findDelimiter } from './find-delimiter.ts';

const rows = (delimiter: string): string =>
  [
    ['place', 'sold', 'price'],
    ['Bern', '12', '1.50'],
    ['Basel', '7', '2.25'],
    ['Chur', '3', '9.00'],
  ]
    .map((cells) => cells.join(delimiter))
    .join('\n');

it.each([',', ';', '\t', '|', '^', '~', '§', '¦', ':'])('finds %j between the cells', (delimiter) => {
  expect(findDelimiter(rows(delimiter))).toBe(delimiter);
});

it.each([
  ['times', 'when\n12:30\n14:05\n9:15'],
  ['addresses', 'page\nhttps://a.example\nhttps://b.example\nhttps://c.example'],
  ['sentences, one with a mark', 'note\nabout ~12 people\nnothing else\nand so on'],
])('does not cut a single column of %s', (_what, text) => {
  expect(findDelimiter(text)).toBe(',');
});

it('takes a usual one before a rare one that cuts as evenly', () => {
  expect(findDelimiter('a~1,b\nc~2,d\ne~3,f')).toBe(',');
});
