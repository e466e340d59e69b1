import { expect, it } from 'vitest';
import type { LanguageCode } from '#domain/languages.ts';
import { salesTable } from '#tests/fixtures/tables/sales-table.ts';
import { toolInput } from '#tests/worlds/tool-attempt.ts';
import { WIDE } from '../../models/context-windows.ts';
import { NOT_BEGUN } from '../../second-reader/second-reading.ts';
import { bindValues } from './bind-values.ts';
import { deliver } from './deliver.ts';
import type { AnalysisState, PlannedChart } from './state.ts';

const CHART: PlannedChart = { kind: 'bar', title: 'Kilos by region', label: 'region', values: ['total'] };

interface Words {
  readonly language?: LanguageCode;
  readonly purpose?: string;
  readonly title?: string;
}

/** A table of three rows and one result of each kind of unit: none, %, €. */
function stateOf({
  language = 'en',
  purpose = 'Added up',
  title = 'Kilos by region',
}: Words = {}): AnalysisState {
  const ask = (n: number, sql: string, columns: string[], rows: (string | number)[][], unit = '') => ({
    n,
    sql,
    columns: [],
    joins: [],
    pivot: null,
    joined: [],
    units: ['', unit],
    purpose,
    chart: { ...CHART, title },
    outcome: { ok: true as const, columns, rows, count: rows.length, read: 3, tables: ['sales'] },
  });
  const rows = (...values: number[]) =>
    values.map((value, at) => [['North', 'South', 'West'][at] ?? '', value]);
  return {
    input: toolInput({
      language,
      task: { title: 'What sells?', notes: '', category: 'work', priority: 'high', timeframe: 'today' },
    }),
    seed: { today: '2026-11-23', key: 'k', windows: WIDE, checks: false },
    files: { sources: [], pictures: [] },
    looks: [],
    cut: [],
    tables: [
      salesTable([
        { name: 'region', label: 'Region', type: 'text' },
        { name: 'kg', label: 'Kg' },
        { name: 'rate', label: 'Rate', unit: '%' },
        { name: 'price', label: 'Price', unit: '€' },
      ]),
    ],
    planned: [],
    rounds: 1,
    isEnough: true,
    asked: [
      ask(1, 'select region, kg as total from sales where kg > 5', ['region', 'total'], rows(10, 20, 30)),
      ask(
        2,
        'select region, avg(rate) as total from sales group by 1',
        ['region', 'total'],
        rows(1.6, 0.5, 1.1),
        '%',
      ),
      ask(
        3,
        'select region, sum(price) as total from sales group by 1',
        ['region', 'total'],
        rows(5, 6, 7),
        '€',
      ),
    ],
    failures: [],
    text: null,
    areCellsMended: true,
    isMended: true,
    reading: NOT_BEGUN,
  };
}

const bind = (text: string, language: LanguageCode = 'en') => bindValues(text, stateOf({ language }));

it.each([
  ['North sold {{q1.r1.total}} million dollars.', 'en'],
  ['North sold {{q1.r1.total}} **million** of them.', 'en'],
  ['North sold {{q1.r1.total}} %.', 'en'],
  ['North sold {{q1.r1.total}} percent of it.', 'en'],
  ['North sold -{{q1.r1.total}} in all.', 'en'],
  ['North sold **−{{q1.r1.total}}** in all.', 'en'],
  ['North sold {{q1.r1.total|plain}}{{q1.r1.total}} in all.', 'en'],
  ['The rate of North is €{{q2.r1.total}} now.', 'en'],
  ['The rate of North is {{q2.r1.total|percent}} % now.', 'en'],
  ['North verkaufte {{q1.r1.total}} Mio. davon.', 'de'],
  ['North sold $ {{q3.r1.total}} of it.', 'en'],
  ['North sold {{q1.r1.total}}M of it.', 'en'],
  ['North earned {{q3.r1.total|unit}} € in all.', 'en'],
  ['North verkaufte {{q1.r1.total}} Prozent davon.', 'de'],
  ['North a vendu {{q1.r1.total}} millions.', 'fr'],
  ['North は {{q1.r1.total}}万です。', 'ja'],
  ['North продал {{q1.r1.total}} миллионов штук.', 'ru'],
] as const)('marks what makes another number of it: %s', (text, language) => {
  expect(bind(text, language).loose).toHaveLength(1);
});

it.each([
  ['North sold {{q1.r1.total}} kilos, South {{q1.r2.total}}.', 'en'],
  ['Between {{q1.r1.total}}–{{q1.r2.total}} kilos, for North and South.', 'en'],
  ['North – {{q1.r1.total}} kilos – is one of the two smaller regions.', 'en'],
  ['- North: {{q1.r1.total}}', 'en'],
  ['The rate of North is {{q2.r1.total}} %, or {{q2.r1.total|percent}}.', 'en'],
  ['In the first half of the year North sold {{q1.r1.total}} m of it.', 'en'],
  ['North earned {{q3.r1.total|currency:EUR}}.', 'en'],
  ['North earned {{q3.r1.total}} € in all.', 'en'],
  ['Two regions sold more than one of the others.', 'en'],
  ['Auf North entfallen {{q1.r1.total}} Euro.', 'de'],
  ['Le taux de North est de {{q2.r1.total}} pour cent.', 'fr'],
] as const)('lets stand what does not: %s', (text, language) => {
  expect(bind(text, language).loose).toEqual([]);
});

it('shows no figure that a planner has written into the words of a query or a chart, and the units that it has declared', () => {
  const shown = (words: Words) => {
    const state = stateOf(words);
    const { evidence } = deliver(state, { text: 'It is so.', model: 'm', isCut: false }).deliverable;
    const [figures, queries] = [evidence?.analysis?.figures, evidence?.analysis?.queries];
    return {
      title: figures?.[0]?.title,
      purpose: queries?.[0]?.purpose,
      units: figures?.map(({ unit }) => unit),
    };
  };
  expect(shown({})).toEqual({ title: 'Kilos by region', purpose: 'Added up', units: ['', '%', '€'] });
  const lies = { title: 'Sales rose 45 % to 9.9 million', purpose: 'Revenue is 99 million euros' };
  expect(shown(lies)).toMatchObject({ title: 'region, total', purpose: 'region, total' });
  expect(shown({ title: 'Regions with more than 5 kilos' })).toMatchObject({
    title: 'Regions with more than 5 kilos',
  });
});

it.each([
  [{ is: 'supported' }, 0],
  [{ is: 'computed', expression: '40 + 48' }, 1],
  [{ is: 'no_claim' }, 1],
  [undefined, 1],
] as const)('takes a correction only where its second reader supports it: %o', (verdict, marks) => {
  const reading = {
    ...NOT_BEGUN,
    verdicts: new Map([['s1', { is: 'contradicted' } as const]]),
    corrections: new Map([['s1', 'South sold {{q1.r2.total}} kilos.']]),
    again: new Map(verdict === undefined ? [] : [['s1', verdict]]),
  };
  const { loose } = bindValues('North sold {{q1.r1.total}} kilos.', { ...stateOf({}), reading });
  expect(loose).toHaveLength(marks);
});
