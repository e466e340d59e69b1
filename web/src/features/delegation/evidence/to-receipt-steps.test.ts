import { expect, it } from 'vitest';
import type { RunEventRow } from '#domain/rows/run-row.ts';
import { toReceiptSteps } from './to-receipt-steps.ts';

const RUN = { created_at: '2026-11-20T09:00:00Z' };

function told(...steps: [key: string, params: Record<string, unknown>][]): string[] {
  const events = steps.map(
    ([key, params], at): RunEventRow => ({
      run_id: 'r',
      seq: at + 1,
      attempt: 1,
      key,
      params,
      created_at: `2026-11-20T09:00:0${at}Z`,
    }),
  );
  return toReceiptSteps(RUN, events).map(({ at, text }) => `${at} ${text}`);
}

it('consecutive events of a kind are one line, at the time of the last', () => {
  expect(
    told(
      ['read_task', { title: 'x' }],
      ['searched', { query: 'a', hits: 9 }],
      ['searched', { query: 'b', hits: 0 }],
      ['read_page', { host: 'a.example', title: 'A', quotes: 2 }],
      ['page_not_read', { host: 'b.example', why: 'slow' }],
      ['read_page', { host: 'c.example', title: 'C', quotes: 0 }],
      ['wrote_answer', { model: 'm' }],
    ),
  ).toEqual([
    '0 Read the task',
    '2 Searched, 2 queries',
    '5 Read 2 pages, kept 2 quotes, left out 1',
    '6 Wrote the answer with m',
  ]);
});

it('parts of a document are one line, and those left out stay named', () => {
  const part = (from: number, to: number): [string, Record<string, unknown>] => [
    'read_pages',
    { from, to, of: 40, quotes: 2 },
  ];
  expect(told(part(1, 10), part(19, 28), part(10, 19))).toEqual([
    '2 Read pages 1–28 of 40 in 3 parts, kept 6 quotes',
  ]);
  expect(
    told(part(1, 10), ['pages_left_out', { from: 10, to: 19, of: 40, why: 'budget' }], part(20, 28)),
  ).toEqual([
    '2 Read pages 1–10, 20–28 of 40 in 2 parts, kept 4 quotes',
    expect.stringMatching(/^1 .*10–19/),
  ]);
  expect(told(part(1, 10))).toEqual(['0 Read pages 1–10 of 40, kept 2 quotes']);
});

it('scans, read or not, are one line', () => {
  const scans = [2, 3, 5].map((page): [string, Record<string, unknown>] => ['read_scan', { page, of: 9 }]);
  expect(told(...scans)).toEqual(['2 Read 3 scanned pages with OCR']);
  expect(told(...scans, ['scan_not_read', { page: 6, of: 9 }])).toEqual([
    '3 Read 3 scanned pages with OCR, couldn’t read 1',
  ]);
  expect(told(['read_scan', { page: 2, of: 9 }])).toEqual(['0 Read page 2 of 9, a scan, with OCR']);
});

it('a second reading is one line, and what failed of it counts as not read', () => {
  const read = (doubted: number): [string, Record<string, unknown>] => [
    'read_twice',
    { model: 'm', read: 20, of: 20, doubted },
  ];
  const failed: [string, Record<string, unknown>] = ['not_read_twice', { of: 7, why: 'budget' }];
  expect(told(read(0), read(2))).toEqual(['1 m checked 40 statements against the quotes: 2 not supported']);
  expect(told(read(0), failed)).toEqual([
    '1 m checked 20 of 27 statements against the quotes: all of those supported',
  ]);
  expect(told(failed, failed)).toEqual([
    '1 14 statements were not read a second time: the research budget was used up',
  ]);
});

it('a single event of a kind keeps its own line', () => {
  expect(
    told(['searched', { query: 'a', hits: 1 }], ['read_page', { host: 'a.example', title: 'A', quotes: 1 }]),
  ).toEqual(['0 Searched “a”: 1 page', '1 Read a.example, 1 quote']);
});
