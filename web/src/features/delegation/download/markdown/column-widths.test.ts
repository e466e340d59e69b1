import { expect, it } from 'vitest';
import { widthOf } from '../../chart/fit-text.ts';
import { columnWidths } from './column-widths.ts';

const LONG = 'A remark of many words that has to be wrapped in any case, whatever the others need';

it('gives each column what it needs, if there is room', () => {
  const [word = 0, day = 0] = columnWidths([['Item', 'Winter tyres'], ['2026-11-20']]);
  expect(word).toBeGreaterThan(widthOf('Winter tyres', 1));
  expect(day).toBeGreaterThan(widthOf('2026-11-20', 1));
});

it.each([
  ['of five', [LONG, '2026-11-20', '1,000,000.00', '-12.5%', LONG], 41],
  ['of seven', [LONG, '2026-11-20', LONG, '1,000,000', LONG, '-12.5%', LONG], 53],
  ['of nine', [LONG, '2026-11-20', '1,000,000', LONG, '9', '8', '7', '6', LONG], 64],
])('keeps dates and amounts in one line, in a page %s columns', (_columns, texts, room) => {
  const widths = columnWidths(texts.map((text) => ['Head', text]));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  for (const [at, text] of texts.entries())
    if (text !== LONG)
      expect((room * (widths[at] ?? 0)) / whole, text).toBeGreaterThan(widthOf(text, 1) + 0.9);
});

it('shares out a page that has no room even for the words', () => {
  const widths = columnWidths(Array.from({ length: 20 }, () => [LONG]));
  expect(new Set(widths).size).toBe(1);
  expect(columnWidths([['']])).toEqual([5]);
});

it('measures lines, not all of them together', () => {
  const [lines = 0, line = 0] = columnWidths([['one\ntwo\nthree\nfour'], ['three']]);
  expect(lines).toBe(line);
});

it('knows that a line doesn’t end within a French number', () => {
  const [number = 0] = columnWidths([['1\u202f234\u202f567,5'], ...Array.from({ length: 4 }, () => [LONG])]);
  expect(number).toBeGreaterThan(widthOf('1234567,5', 1));
});
