import { expect, it } from 'vitest';
import type { TableFacts } from '../../../files/table-facts.ts';
import { WIDE } from '../../models/context-windows.ts';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import { describeTables } from './describe-tables.ts';
import { planRoom, shownTables, withUnshown } from './shown-tables.ts';

const table = (name: string): TableFacts => ({
  name,
  file: `${name}.csv`,
  origin: 'csv',
  page: null,
  sheet: null,
  rows: 900,
  columns: Array.from({ length: 50 }, (_column, at) => ({
    name: `column_${at}`,
    label: `What was noted about part ${at} of the delivery`,
    type: 'text',
    unit: null,
    empty: 3,
    distinct: 40,
    min: null,
    max: null,
    mean: null,
    top: Array.from({ length: 5 }, (_value, place) => ({ value: `value ${place}`, count: place })),
  })),
  sample: Array.from({ length: 5 }, () => Array.from({ length: 50 }, () => 'a cell')),
  issues: [],
});
const seedOf = (planner: number) => ({
  today: '2026-11-23',
  key: 'k',
  windows: { ...WIDE, planner },
  checks: false,
});

it('tables are shown whole where there is room, and else so much that it fits', () => {
  const tables = [table('a'), table('b'), table('c')];
  const all = shownTables(tables, seedOf(WIDE.planner));
  expect(withUnshown(tables, all)).toEqual(tables);
  const seed = seedOf(8_192);
  const shown = shownTables(tables, seed);
  expect(estimateTokens(describeTables(tables, 'k', shown))).toBeLessThanOrEqual(planRoom(seed) / 2);
  expect(withUnshown(tables, shown).map(({ issues }) => issues)).toEqual([
    [{ key: 'columns_not_asked', params: { columns: 50 - shown.columns, shown: shown.columns } }],
    [{ key: 'columns_not_asked', params: { columns: 50 - shown.columns, shown: shown.columns } }],
    [{ key: 'not_asked', params: { shown: 2 } }],
  ]);
});
