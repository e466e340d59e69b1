import { expect, it } from 'vitest';
import { printResult } from './print-result.ts';

it('prints several items as columns', () => {
  const people = [
    { name: 'Ann', credits: 5 },
    { name: 'Bartholomew', credits: null },
  ];
  expect(printResult(people, false)).toBe('name         credits\nAnn          5\nBartholomew');
});

it('prints one column without a header, one item as lines, and an empty list as such', () => {
  expect(printResult([{ code: 'A' }, { code: 'B' }], false)).toBe('A\nB');
  expect(printResult({ sound: false, broken: [{ rule: 'x' }] }, false)).toBe(
    'sound   false\nbroken  [{"rule":"x"}]',
  );
  expect(printResult([], false)).toBe('Nothing.');
});

it('prints a list of texts on separate lines, and omits fields that only later rows have', () => {
  const rows = [
    { part: 'one', found: 'fine' },
    { part: 'two', found: ['asked', '→ do\u001b this'], details: { ms: 5 } },
  ];
  expect(printResult(rows, false)).toBe('part  found\none   fine\ntwo   asked\n      → do  this');
  expect(JSON.parse(printResult(rows, true))).toEqual(rows);
});

it('strips terminal control characters', () => {
  expect(printResult({ name: '\u001b[2Jgone\nnext' }, false)).toBe('name   [2Jgone next');
});

it('prints JSON for programs', () => {
  expect(JSON.parse(printResult([{ code: 'A' }], true))).toEqual([{ code: 'A' }]);
});
