import { expect, it } from 'vitest';
import { findDelimiter } from './find-delimiter.ts';

const rows = (head: string, row: (at: number) => string): string =>
  [head, ...Array.from({ length: 30 }, (_row, at) => row(at + 1))].join('\n');
const found = (text: string): string | null => findDelimiter(text).delimiter;

it.each([',', ';', '\t', '|'])('finds %j', (delimiter) => {
  const text = rows(['place', 'sold', 'cost'].join(delimiter), (at) => ['Bern', at, '9.25'].join(delimiter));
  expect(findDelimiter(text)).toEqual({ text, delimiter, width: 3 });
});

it.each([
  ['decimal commas', 'place;cost;sold', (at: number) => `Bern;${at},5;2,7`],
  ['decimal commas in each cell', '1,5;2,7', (at: number) => `${at},5;2,7`],
  ['names with commas', 'who;n', (at: number) => `Meier, A${at};${at}`],
  ['names with commas from the first row on', 'Meier, Bo;7', (at: number) => `Meier, A${at};${at}`],
  ['commas in all cells', 'who;street', (at: number) => `Meier, A${at};Weg ${at}, left`],
  ['a title above', 'Sales of May\nplace;cost;sold;due', (at: number) => `Bern;${at},5;${at},7;1,5`],
  ['a title with commas above', 'Sales, May\nas of, today\nplace;cost', (at: number) => `Bern;${at},5`],
  ['a trailing delimiter', 'place;cost;', (at: number) => `Bern;${at},5;`],
  ['quoted semicolons', 'place;cost', (at: number) => `"Bern; ${at}";"1,5"`],
])('finds a semicolon beside %s', (_what, head, row) => {
  expect(found(rows(head, row))).toBe(';');
});

it.each([
  ['lists in the cells', 'name,tags', (at: number) => `a${at},x;y`],
  ['longer lists beside numbers', 'a,b,c,tags', (at: number) => `1,2,${at},x;y;z`],
  ['spaces behind the commas', 'name, tags', (at: number) => `a${at}, x;y`],
  ['numbers alone', '1,2,3', (at: number) => `${at},5,7`],
  ['a title above', 'Sales of May\nplace,sold', (at: number) => `Bern,${at}`],
  ['quoted commas', 'who,paid', (at: number) => `"Meier, Anna","${at},234"`],
])('finds a comma beside %s', (_what, head, row) => {
  expect(found(rows(head, row))).toBe(',');
});

it.each([
  ['decimal commas', 'cost', (at: number) => `${at},50`],
  ['thousands', 'paid', (at: number) => `${at},234,567`],
  ['names', 'who', (at: number) => `Meier, A${at}`],
  ['days in words', 'day', (at: number) => `January ${at}, 2026`],
  ['sentences', 'comment', (at: number) => `Good, but slow; and ${at}`],
  ['times', 'when', (at: number) => `12:${10 + at}`],
  ['single words', 'who', (at: number) => `Anna${at}`],
])('leaves a single column whole: %s', (_what, head, row) => {
  expect(findDelimiter(rows(head, row))).toMatchObject({ delimiter: null, width: 1 });
});

/** Read as one column, which is reported: guessing these would split some of the columns above. */
it.each([
  ['a rare sign', rows('place^sold', (at) => `Bern^${at}`)],
  ['a colon', rows('place:sold', (at) => `Bern:${at}`)],
  ['spaces that align', rows('place        sold', (at) => `New York      ${at},5`)],
  ['single spaces', rows('place sold', (at) => `Bern ${at}`)],
  ['several tabs that align', 'name\t\tage\tcity\nAnna Meier\t31\tBern\nBo\t\t7\tUlm'],
])('splits at nothing else: %s', (_what, text) => {
  expect(found(text)).toBe(null);
});

it('keeps two tabs around an empty cell', () => {
  expect(found('name\tage\tcity\nAnna\t\tBern\nBo\t7\tUlm\nCleo\t\tChur')).toBe('\t');
});

it.each([';', ',', '\t', ' ', '^'])('uses the delimiter named in the first line: %j', (named) => {
  expect(findDelimiter(`sep=${named}\na${named}b\n1${named}2`)).toEqual({
    text: `a${named}b\n1${named}2`,
    delimiter: named,
    width: 2,
  });
});

it.each(['sep=|', 'sep=\\t', 'sep="', 'sep=\ufeff'])('ignores %j if it separates nothing', (named) => {
  expect(found(`${named}\na,b;c\n1,5;2\n3,5;4`)).toBe(';');
});
