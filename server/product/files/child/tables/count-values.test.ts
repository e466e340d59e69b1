import { expect, it } from 'vitest';
import { countValues } from './count-values.ts';

it('counts as a map does, whatever the numbers look like', () => {
  const cells = [
    ...Array.from({ length: 5_000 }, (_cell, at) => (at % 1_700) * 1024),
    ...Array.from({ length: 5_000 }, (_cell, at) => -(at % 900) / 8),
    0,
    -0,
    null,
    '',
    '0',
    'a',
    2 ** 53,
    1e300,
    5e-324,
    null,
    'a',
    0.1 + 0.2,
    0.3,
  ];
  const known = new Map<(typeof cells)[number], number>();
  for (const cell of cells) known.set(cell, (known.get(cell) ?? 0) + 1);
  const { values, counts, places } = countValues(cells);
  expect(values.map((value, place) => [value, counts[place]])).toEqual([...known]);
  for (const [row, cell] of cells.entries()) expect(values[places[row] ?? -1] === cell).toBe(true);
});
