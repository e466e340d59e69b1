import { expect, it } from 'vitest';
import { readSources } from '../read-sources.ts';
import type { TypedTable } from '../type-table.ts';

async function read(...lines: string[]) {
  const tables: TypedTable[] = [];
  const source = { kind: 'csv', name: 'data.csv', bytes: Buffer.from(lines.join('\n')) } as const;
  await readSources([source], (table) => tables.push(table));
  return tables.map(({ rows, columns, issues }) => ({
    rows,
    labels: columns.map(({ label }) => label).join(' '),
    told: issues.map(({ key }) => key).filter((key) => key !== 'short_rows' && key !== 'empty_cells'),
  }));
}

const DAYS = ['Day,Steps,Floors,Calories', '2026-11-01,900,3,2000', '2026-11-02,800,4,2100'];
const NIGHTS = ['Start,Minutes', '2026-11-01 23:05,420', '2026-11-02 22:30,415'];
const DAYS_READ = { rows: 2, labels: 'Day Steps Floors Calories', told: [] };
const NIGHTS_READ = { rows: 2, labels: 'Start Minutes', told: [] };
const TOLD = ['notes_set_aside'];

it.each([
  ['apart', [...DAYS, '', ...NIGHTS], []],
  ['the narrow one first', [...NIGHTS, '', '', ...DAYS], []],
  ['below titles', ['Activity', ...DAYS, '', 'Sleep', ...NIGHTS], TOLD],
  ['below titles apart', ['Activity', '', ...DAYS, '', 'Sleep', '', ...NIGHTS], TOLD],
  ['below comments', ['# ---', '# Activity, all', '#', ...DAYS, '', '# ---', '# Sleep', ...NIGHTS], TOLD],
])('reads two tables of a text: %s', async (_how, lines, told) => {
  const read2 = [
    { ...DAYS_READ, told },
    { ...NIGHTS_READ, told },
  ];
  expect(await read(...lines)).toEqual(lines.indexOf(NIGHTS[0] ?? '') === 0 ? read2.toReversed() : read2);
});

it('leaves rows behind an empty line to the table above', async () => {
  const more = ['', '2026-11-03,700,5,2200', '', ...NIGHTS];
  expect(await read(...DAYS, ...more)).toEqual([{ ...DAYS_READ, rows: 3 }, NIGHTS_READ]);
});

it.each([
  ['empty lines between its rows', [...DAYS, '', '2026-11-03,700,5,2200', '', '2026-11-04,600,6,2300'], 4],
  ['empty lines in its cells', ['Note,Steps', '"a\n\nx,y,z\n1,2,3\n4,5,6\n\nb",7', 'c,8', 'd,9'], 3],
  ['a heading apart', [DAYS[0] ?? '', '', ...DAYS.slice(1)], 2],
  ['a short line below', [...DAYS, '2026-11-03,700,5,2200', '', 'Printed,3 May'], 4],
])('reads one table with %s', async (_what, lines, rows) => {
  expect(await read(...lines)).toMatchObject([{ rows }]);
});

it.each([
  ['of a bank', ['Account;DE12 5001', 'Name;Checking', 'Bank;Ours', 'Period;November']],
  ['with an amount', ['Balance;1.234,50;EUR', 'Name;Checking', 'Bank;Ours', 'Account;DE12 5001']],
])('reads a short table below more lines of notes: %s', async (_of, notes) => {
  const lines = ['Day;Who;Why;Kind;Note;Amount', '01.11.2026;A;b;c;d;-5,5', '02.11.2026;B;c;d;e;7,25'];
  expect(await read(...notes, '', ...lines)).toEqual([
    { rows: 2, labels: 'Day Who Why Kind Note Amount', told: TOLD },
  ]);
});

it('reads a short table below more comments', async () => {
  const comments = ['# ---', '# Report', '# Account: A, B', '# Start: 20261101', '# ---', '#'];
  expect(await read(...comments, ...DAYS)).toEqual([{ ...DAYS_READ, told: TOLD }]);
});

it.each([
  [
    'a heading with the sign for a number',
    ['#,Name,Points', '1,Anna,7', '2,Bo,8', '3,Cleo,9'],
    '# Name Points',
  ],
  ['numbers with the sign', ['No,Points', '#1,7', '#2,8', '#3,9'], 'No Points'],
  ['a list of such lines', ['# one', '# two, three', '# four', '# five'], '# one'],
])('does not take for comments %s', async (_what, lines, labels) => {
  expect(await read(...lines)).toMatchObject([{ rows: 3, labels }]);
});
