import { expect, it } from 'vitest';
import { historyCsv } from './history-csv.ts';
import type { HistoryLine } from './read-credits.ts';

const titled = (task_title: string): HistoryLine => ({
  line: 2,
  created_at: '2026-11-20T09:14:00+00:00',
  kind: 'debit',
  amount: -1,
  balance: 14,
  expires_at: null,
  run_id: '7f3a3b1c-1111-4222-8333-444455556666',
  ai_task_type: 'answer',
  task_title,
  reason: null,
  error_code: null,
});
const entryOf = (title: string) =>
  historyCsv([titled(title)])
    .split('\r\n')[1]
    ?.replace('2026-11-20T09:14:00+00:00,No. 7F3A,', '')
    .replace(',Answer,-1,14', '');

it('is a table that every spreadsheet reads, with figures as figures', () => {
  expect(historyCsv([titled('Call the bank')])).toBe(
    '\ufeffWhen,Slip,Entry,Reason,Credits,Left\r\n' +
      '2026-11-20T09:14:00+00:00,No. 7F3A,Call the bank,Answer,-1,14\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '=cmd|" /C calc"!A0'])(
  'lets no title run as a formula: %j',
  (title) => {
    expect(entryOf(title)).toMatch(/^"?'/);
  },
);

it('keeps quotes, commas and lines of a title together', () => {
  expect(entryOf('Say "hello", then go')).toBe('"Say ""hello"", then go"');
  expect(historyCsv([titled('One\nTwo')])).toContain('"One\nTwo"');
});
