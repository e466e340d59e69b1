import { expect, it } from 'vitest';
import { profileTables } from './work-on-tables.ts';

/** Rows of numbers that look random, of which some are others again. */
function makeRows(rows: number, columns: number, copies: number): string[] {
  let state = 7;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const lines = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => next(2_000)).join(','),
  );
  for (let copy = 0; copy < copies; copy += 1) lines.splice(next(lines.length), 0, lines[next(50)] ?? '');
  return lines;
}

it.each([
  [3_000, 40, 0],
  [3_000, 40, 25],
  [3_000, 2, 25],
  [3_000, 1, 0],
  [300, 150, 290],
])('counts the rows that are others again: %i of %i columns', async (count, columns, copies) => {
  const rows = makeRows(count, columns, copies);
  const head = Array.from({ length: columns }, (_column, at) => `c${at}`).join(',');
  const bytes = Buffer.from([head, ...rows].join('\n'));
  const [table] = await profileTables([{ kind: 'csv', name: 'a.csv', bytes }]);
  const told = table?.issues.find(({ key }) => key === 'duplicates')?.params;
  const expected = rows.length - new Set(rows).size;
  expect(told).toEqual(expected === 0 ? undefined : { rows: expected });
});
