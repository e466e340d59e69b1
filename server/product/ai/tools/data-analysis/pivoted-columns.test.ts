import { beforeAll, expect, it } from 'vitest';
import { askSandbox } from '#server/product/files/child/tables/ask-sandbox.ts';
import { readSources } from '#server/product/files/child/tables/read-sources.ts';
import { openSandbox, type Sandbox } from '#server/product/files/child/tables/sql-sandbox.ts';
import { profileTables } from '#server/product/files/child/tables/work-on-tables.ts';
import { toolInput } from '#tests/worlds/tool-attempt.ts';
import type { TableFacts } from '../../../files/table-facts.ts';
import type { Action, ActionResult } from '../../engine/action.ts';
import { WIDE } from '../../models/context-windows.ts';
import { deliver } from './deliver.ts';
import { dataAnalysisSpec } from './spec.ts';
import type { AnalysisState } from './state.ts';

const SALES = [
  'day,region,amount',
  '2026-01-05,North_A,10.50 €',
  '2026-01-06,South,4 €',
  '2026-02-01,North_A,20 €',
  '2026-02-02,North_A,1 €',
  '2026-03-03,South,7 €',
].join('\n');
const sources = [{ kind: 'csv', name: 'sales.csv', bytes: Buffer.from(SALES) }] as const;
const spec = dataAnalysisSpec({ sources, pictures: [] });

let sandbox: Sandbox;
let tables: TableFacts[];

beforeAll(async () => {
  sandbox = await openSandbox((add) => readSources(sources, add));
  tables = await profileTables(sources);
});

const BY_PAIR =
  'select substr(day, 1, 7) as month, region, sum(amount) as sum_of_it from sales group by 1, 2';
const LONG = 'select substr(day, 1, 7) as month, region, amount as sum_of_it from sales';
const PIVOT = { across: 'region', value: 'sum_of_it' };

const planOf = (sql: string, pivot: object | null = PIVOT) => ({
  purpose: 'Adds up sales by month and region',
  sql,
  columns: [
    { name: 'month', unit: null },
    { name: 'sum_of_it', unit: '€' },
  ],
  joins: [],
  pivot,
  chart: { kind: 'line', title: 'Sales', label: 'month', values: ['sum_of_it'] },
});

/** Plays the steps of an analysis in which the planner answers these plans, up to the report. */
function play(...plans: object[]): AnalysisState {
  const input = toolInput({ language: 'en' });
  let state = spec.init(input, null, { key: 'KEY', today: '2026-11-20', windows: WIDE, checks: false });
  let planned = 0;
  const answer = (action: Action): ActionResult | null => {
    if (action.kind === 'profile') return { ok: true, kind: 'profile', tables };
    if (action.kind === 'query')
      return { ok: true, kind: 'query', outcomes: action.queries.map((query) => askSandbox(sandbox, query)) };
    const queries = action.id.startsWith('plan:') && plans[planned];
    if (!queries) return null;
    planned += 1;
    const value = { queries: [queries], more: false };
    return { ok: true, kind: 'chat', text: '', value, isCut: false, model: 'sim/x' };
  };
  for (;;) {
    const next = spec.next(state);
    const [action] = 'do' in next ? next.do : [];
    const result = action && answer(action);
    if (!action || !result) return state;
    state = spec.apply(state, action, result);
  }
}

const write = (state: AnalysisState, text: string) => {
  const { evidence, content } = deliver(state, { text, model: 'sim/x', isCut: false }).deliverable;
  return { content, unverified: evidence?.unverified, analysis: evidence?.analysis };
};

it('has the names, units, chart and cells of its values, and says how it was made', () => {
  const { content, unverified, analysis } = write(
    play(planOf(BY_PAIR)),
    'In {{q1.r2.month}}, North_A came to {{q1.r2.North_A|unit}}.\n\n{{chart:q1}}',
  );
  expect(content).toBe('In Feb 2026, North_A came to 21\u00a0€.\n\n[figure 1]');
  expect(unverified).toEqual([]);
  expect(analysis?.queries).toMatchObject([
    {
      sql: BY_PAIR,
      pivot: PIVOT,
      columns: ['month', 'North_A', 'South'],
      units: ['', '€', '€'],
      rows: [
        ['2026-01', 10.5, 4],
        ['2026-02', 21, null],
        ['2026-03', null, 7],
      ],
      count: 3,
      read: 5,
    },
  ]);
  expect(analysis?.figures).toMatchObject([{ kind: 'line', label: 0, values: [1, 2], unit: '€' }]);
});

it('is a table where it has more columns than a chart has lines', () => {
  const text = '{{q1.r1.month}} comes first.\n\n{{chart:q1}}';
  const byDay =
    "select region, strftime('%d', day) as in_month, sum(amount) as sum_of_it from sales group by 1, 2";
  const { analysis } = write(
    play({
      ...planOf(byDay, { across: 'in_month', value: 'sum_of_it' }),
      chart: { ...planOf(byDay).chart, label: 'region' },
    }),
    text,
  );
  expect(analysis?.queries[0]?.columns).toEqual(['region', '01', '02', '03', '05', '06']);
  expect(analysis?.figures).toMatchObject([{ kind: 'table', values: [] }]);
});

it('is refused where two rows are one cell, told to the planner, and asked again', () => {
  const refused = play(planOf(LONG));
  const next = spec.next(refused);
  const asked = 'do' in next ? JSON.stringify(next.do) : '';
  expect(asked).toContain('failed: pivot: several rows have');
  expect(asked).toContain('group by these');
  const state = play(planOf(LONG), planOf(BY_PAIR));
  expect(state.asked.map(({ outcome }) => outcome.ok)).toEqual([false, true]);
  expect(play(planOf(LONG), planOf(LONG, null)).asked.map(({ outcome }) => outcome.ok)).toEqual([
    false,
    true,
  ]);
});

it.each([
  ['South came to {{q1.r1.North_A}}.', 'another column'],
  ['North_A and South came to {{q1.r1.South}} and {{q1.r1.North_A}}.', 'another order'],
  ['In 2026-01, South came to {{q1.r3.South}}.', 'another row'],
])('gives no number to another name: %s', (text) => {
  expect(write(play(planOf(BY_PAIR)), text).unverified).toHaveLength(1);
});

it.each([
  'South came to {{q1.r1.South}}, and North_A to {{q1.r1.North_A}}.',
  'Beside South, which had less, North_A came to {{q1.r1.North_A}}.',
  'From 2026-01 to 2026-02, North_A rose from {{q1.r1.North_A}} to {{q1.r2.North_A}}.',
])('leaves true sentences alone: %s', (text) => {
  expect(write(play(planOf(BY_PAIR)), text).unverified).toEqual([]);
});
