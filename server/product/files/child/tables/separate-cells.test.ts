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

it('ends rows at the record separator of ASCII', () => {
  expect(separateCells('a\u001fb\u001ec\u001fd\u001e').text).toBe('a\u001fb\nc\u001fd\n');
});
