import { expect, it } from 'vitest';
import { historyCsv } from './history-section.tsx';
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
  slip_number: 47,
});

it('has a line for each entry, with plain numbers', () => {
  expect(historyCsv([titled('Call the bank')])).toBe(
    '\ufeffWhen,Receipt,Entry,Reason,Credits,Left\r\n' +
      '2026-11-20T09:14:00+00:00,No. 0047,Call the bank,Answer,-1,14\r\n',
  );
});

it('lets no title run as a formula', () => {
  expect(historyCsv([titled('=1+1')])).toContain(",'=1+1,");
});
