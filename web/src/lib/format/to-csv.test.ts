import { expect, it } from 'vitest';
import { toCsv } from './to-csv.ts';

it('has a BOM and CRLF, and keeps numbers as numbers', () => {
  expect(
    toCsv(
      ['name', 'total'],
      [
        ['Café, "Süd"', -12.5],
        ['North', null],
        ['One\nTwo', 3],
      ],
    ),
  ).toBe('\ufeffname,total\r\n"Café, ""Süd""",-12.5\r\nNorth,\r\n"One\nTwo",3\r\n');
});

it.each([
  ['=HYPERLINK("http://collector.example")', `"'=HYPERLINK(""http://collector.example"")"`],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\0=1', "'\0=1"],
  [' =1', "' =1"],
])('defuses formulas: %j', (cell, field) => {
  expect(toCsv(['a'], [[cell]])).toBe(`\ufeffa\r\n${field}\r\n`);
  expect(toCsv([cell], [])).toBe(`\ufeff${field}\r\n`);
});
