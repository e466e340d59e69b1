import { expect, test } from 'vitest';
import { AI_TASK_TYPES } from '../ai-task.ts';
import { RUN_ERROR_MESSAGES, type RunErrorCode, runErrorMessage } from './run-messages.ts';

const codes = Object.keys(RUN_ERROR_MESSAGES).filter(
  (code): code is RunErrorCode => code in RUN_ERROR_MESSAGES,
);
const all = codes.flatMap((code) =>
  AI_TASK_TYPES.map((type) => [code, runErrorMessage(code, type)] as const),
);

/** Where only another request, another file, the operator or another day helps. */
const PERMANENT: readonly RunErrorCode[] = [
  'not_set_up',
  'too_long',
  'refused',
  'unusable_file',
  'file_limits',
  'over_budget',
  'run_limit',
  'no_sources',
  'no_table',
  'no_figures',
];

test('no failure asks to try again twice', () => {
  const twice = all.filter(([, message]) => (message.match(/try again/gi)?.length ?? 0) > 1);
  expect(twice).toEqual([]);
});

test('no failure asks to try again where waiting does not help', () => {
  const vain = all.filter(([code, message]) => PERMANENT.includes(code) && /try again/i.test(message));
  expect(vain).toEqual([]);
});
