import { expect, it } from 'vitest';
import { runEvent } from '../run/run-events.ts';
import { responseRow } from './response-row.ts';

const ROW = {
  id: 'a',
  run_id: 'r',
  task_id: 't',
  content: 'Yes',
  preview: 'Yes',
  files: [],
  model_used: 'a/b',
  is_demo: false,
  notices: [],
  evidence: null,
  source_count: 0,
  gap_count: 0,
  created_at: '2026-11-20T10:00:00Z',
};

const TABLE = { name: 't1', file: 'a.csv', origin: 'csv', page: null, rows: 2, columns: 1 };
const ANALYSIS = { tables: [TABLE], queries: [], figures: [], bound: 0 };
const EVIDENCE = { sources: [], pages_read: 0, unread: [], unverified: [], open: [] };

it('an answer survives notices and issues of a newer version', () => {
  const later = { key: 'of_a_later_version', params: { figures: [1] } };
  const { data } = responseRow.safeParse({
    ...ROW,
    notices: [later],
    evidence: { ...EVIDENCE, analysis: { ...ANALYSIS, tables: [{ ...TABLE, issues: [later] }] } },
  });
  expect(data?.notices).toEqual([later]);
  expect(data?.evidence?.analysis?.tables[0]?.issues).toEqual([later]);
});

it('an answer only loses evidence in an unknown format', () => {
  expect(responseRow.parse({ ...ROW, evidence: { kind: 'new' } })).toEqual(ROW);
});

it('an older analysis has no copies', () => {
  const analysis = { ...ANALYSIS, tables: [] };
  const { evidence } = responseRow.parse({ ...ROW, evidence: { ...EVIDENCE, analysis } });
  expect(evidence?.analysis?.copies).toEqual([]);
});

it('a retry is shown even with an error code of a newer version', () => {
  const retry = { key: 'retrying', params: { code: 'of_a_later_version', seconds: 2 } };
  expect(runEvent.parse(retry)).toEqual(retry);
});
