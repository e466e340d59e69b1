import { describe, expect, it } from 'vitest';
import { signed, toWords } from './history-words.ts';
import type { HistoryLine } from './read-credits.ts';

const line = (more: Partial<HistoryLine>): HistoryLine => ({
  line: 1,
  created_at: '2026-11-20T09:14:00+00:00',
  kind: 'debit',
  amount: -1,
  balance: 14,
  expires_at: null,
  run_id: null,
  ai_task_type: null,
  task_title: null,
  reason: null,
  error_code: null,
  slip_number: null,
  ...more,
});

describe('the description of an entry', () => {
  const run = {
    run_id: '7f3a3b1c-1111-4222-8333-444455556666',
    ai_task_type: 'answer',
    task_title: 'Call the bank',
  };

  it.each<[string, Partial<HistoryLine>, string, string]>([
    ['a spent credit', run, 'Call the bank', 'Answer'],
    ['one for a deleted task', { ...run, task_title: null }, 'A deleted task', 'Answer'],
    ['one for a tool of a newer server', { ...run, ai_task_type: 'dream' }, 'Call the bank', 'AI task'],
    [
      'a failed run',
      { ...run, kind: 'refund', reason: 'failed', error_code: 'provider_failed' },
      'Call the bank',
      'Refunded, the AI service failed',
    ],
    [
      'a failure of a newer server',
      { ...run, kind: 'refund', reason: 'failed', error_code: 'eclipse' },
      'Call the bank',
      'Refunded, the AI task failed',
    ],
    [
      'a stopped run',
      { ...run, kind: 'refund', reason: 'cancelled' },
      'Call the bank',
      'Refunded, stopped by you',
    ],
    ['the welcome', { kind: 'welcome' }, 'Welcome credits', 'Never expires'],
    [
      'an allowance',
      { kind: 'monthly', expires_at: '2026-12-01T12:00:00+00:00' },
      'Monthly allowance',
      'Until 1\u00a0Dec\u00a02026',
    ],
    ['a kind of a newer server', { kind: 'raffle' }, 'Credits', 'Never expires'],
    ['a revocation', { kind: 'revoke' }, 'Credits removed', 'The payment was refunded or disputed'],
    ['an expiry', { kind: 'expire' }, 'Unused credits', 'Expired'],
    [
      'an allowance that another has replaced',
      { kind: 'expire', reason: 'replaced' },
      'Unused credits',
      'Replaced by a new allowance',
    ],
    [
      'a limit that was reached on the way',
      { ...run, kind: 'refund', reason: 'failed', error_code: 'over_budget' },
      'Call the bank',
      'Refunded, the limit for AI work was reached',
    ],
    [
      'a task that was too large',
      { ...run, kind: 'refund', reason: 'failed', error_code: 'run_limit' },
      'Call the bank',
      'Refunded, it exceeded the limit for one AI task',
    ],
    [
      'a credit that came back too late',
      { ...run, kind: 'expire' },
      'Call the bank',
      'Refunded after they’d expired',
    ],
  ])('for %s', (_what, more, title, why) => {
    expect(toWords(line(more))).toEqual({ title, why });
  });
});

it('formats signs like a bank', () => {
  expect([signed(-1), signed(15)]).toEqual(['−1', '+15']);
});
