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

const SIGNS = [',', ';', '\t', '|', '^', '~', '§', '¦', ':', '/', '#', '*', '!', '=', '\u0001', '\u001f'];
const SEVERAL = ['||', '::', '~|~', '\t|\t', '<>'];

it.each(SIGNS.concat(SEVERAL))('finds %j between the cells', (delimiter) => {
  expect(findDelimiter(rows(delimiter))).toBe(delimiter);
});

it.each([
  ['times', 'when\n12:30\n14:05\n9:15'],
  ['addresses', 'page\nhttps://a.example\nhttps://b.example\nhttps://c.example'],
  ['days', 'when\n12/03/2026\n13/03/2026\n14/03/2026'],
  ['amounts', 'paid\n$12\n$7\n$30'],
  ['names', 'who\nAnna Meier\nBo Li\nSean O’Neill'],
  ['sentences, one with a mark', 'note\nabout ~12 people\nnothing else\nand so on'],
])('does not cut a single column of %s', (_what, text) => {
  expect(findDelimiter(text)).toBe(null);
});

it('takes a usual one before a rare one that cuts as evenly', () => {
  expect(findDelimiter('a~1,b\nc~2,d\ne~3,f')).toBe(',');
});

it('keeps empty cells apart', () => {
  expect(findDelimiter('a|b|c\n1||3\n|2|')).toBe('|');
});
