import { expect, it } from 'vitest';
import { findDelimiter, findDelimiterBelowNotes } from './find-delimiter.ts';

const rows = (delimiter: string, more: readonly string[] = ['cost', '1.50', '2.25', '9.00']): string =>
  [
    ['place', 'sold'],
    ['Bern', '12'],
    ['Basel', '7'],
    ['Chur', '3'],
  ]
    .map((cells, at) => [...cells, more[at] ?? ''].join(delimiter))
    .join('\n');
/** A column of one kind under its head. */
const column = (head: string, cell: (at: number) => string): string =>
  [head, ...Array.from({ length: 60 }, (_row, at) => cell(at))].join('\n');
const found = (text: string): string | null => findDelimiter(text) ?? findDelimiterBelowNotes(text);

const SIGNS = [',', ';', '\t', '|', '^', '~', '§', '¦', ':', '/', '#', '*', '!', '=', '\u0001', '\u001f'];
const SEVERAL = ['||', '::', '~|~', '\t|\t', '<>'];

it.each(SIGNS.concat(SEVERAL))('finds %j between the cells', (delimiter) => {
  expect(findDelimiter(rows(delimiter))).toBe(delimiter);
});

it.each([
  ['paths', ['path', '/x/y0', '/x/y1', '/z/y2']],
  ['addresses', ['page', 'http://a.example/?id=1', 'http://a.example/?id=2', 'http://b.example/?id=3']],
  ['months', ['when', '01/2026', '02/2026', '03/2026']],
  ['numbers of tickets', ['ticket', '#12', '#13', '#14']],
  ['questions', ['asked', 'why?', 'who?', 'how?']],
  ['decimal commas', ['cost', '1,50', '2,25', '9,00']],
  ['names with commas', ['who', 'Meier, Anna', 'Kunz, Bo', 'Zumsteg, Cleo']],
])('%s in the cells do not hide it', (_what, cells) => {
  for (const delimiter of ['^', '~', '§', '\u0001', '||'])
    expect(found(rows(delimiter, cells))).toBe(delimiter);
});

it.each([
  ['times', column('when', (at) => `12:${10 + (at % 50)}`)],
  ['addresses', column('page', (at) => `https://a.example/${at}`)],
  ['days', column('when', (at) => `${10 + (at % 9)}/03/2026`)],
  ['months', column('month', (at) => `${10 + (at % 3)}/2026`)],
  ['days in words', column('day', (at) => `January ${at}, 2026`)],
  ['pressures', column('blood pressure', (at) => `${120 + at}/80`)],
  ['degrees', column('temp', (at) => `${at}°`)],
  ['tickets', column('ticket', (at) => `#${at}`)],
  ['projects', column('ticket', (at) => `PROJ#${at}`)],
  ['paths', column('path', (at) => `/home/u/${at}.txt`)],
  ['numbers of invoices', column('Rechnungsnr', (at) => `RE/2026/${at}`)],
  ['loud sentences', column('comment', (at) => `I love it ${at}!`)],
  ['Japanese', column('感想', (at) => `はい、これは${at}です。`)],
  ['items', column('list', (at) => `• item ${at}`)],
  ['amounts', column('paid', (at) => `$${at}`)],
  ['decimal commas', column('Betrag', (at) => `${at},50`)],
  ['thousands', column('paid', (at) => `${at + 1},234`)],
  ['names', column('who', (at) => `Anna Meier ${'x'.repeat(at)}`)],
])('does not cut a single column of %s', (_what, text) => {
  expect(found(text)).toBe(null);
});

it('does not cut the lines of a log at what stands in its addresses', () => {
  const line = (at: number) =>
    `127.0.0.1 - - [10/Oct/2026:13:55:${10 + at} +0000] "GET /a/${at} HTTP/1.1" 200 2326`;
  expect(findDelimiter(Array.from({ length: 40 }, (_line, at) => line(at)).join('\n'))).toBe(null);
});

it.each([
  ['stars', 'hotel;class\nA;****\nB;***\nC;****', ';'],
  ['colours', 'name,colour\nred,#ff0010\ngreen,#00ff10', ','],
  ['paths', 'n;path\n1;/var/log\n2;/var/run', ';'],
  ['marks', 'a;✓\nb;✓\nc;✓', ';'],
  ['about', 'place,about\na0,~1\na1,~2', ','],
])('leaves the first sign of a cell where it is: %s', (_what, text, delimiter) => {
  expect(found(text)).toBe(delimiter);
});

it('takes a usual one before a rare one that cuts as evenly', () => {
  expect(findDelimiter('a~1,b\nc~2,d\ne~3,f')).toBe(',');
});

it('keeps empty cells apart', () => {
  expect(findDelimiter('a|b|c\n1||3\n|2|')).toBe('|');
  expect(findDelimiter('a~|~b~|~c\n1~|~~|~3\n4~|~2~|~')).toBe('~|~');
});

it('finds it below a note, and the table of a system that has no head', () => {
  expect(found('Sales of May\nplace,sold\nBern,12\nUlm,3')).toBe(',');
  expect(
    found('root:x:0:0:root:/root:/bin/bash\nbin:x:1:1:bin:/bin:/sbin/nologin\nme:x:2:2:me:/me:/sh'),
  ).toBe(':');
});
