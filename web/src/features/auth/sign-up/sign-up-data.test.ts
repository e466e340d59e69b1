import { expect, test } from 'vitest';
import { toLocalDay } from '#domain/days.ts';
import { TASK_TITLE_MAX } from '#domain/task.ts';
import type { Registration } from './sign-up.ts';
import { signUpData } from './sign-up-data.ts';

const REGISTRATION: Registration = {
  fullName: ' Bea Example ',
  email: 'bea@example.org ',
  password: 'a windy monday',
  terms: true,
  marketing: false,
};
const SAID = {
  email: 'bea@example.org',
  full_name: 'Bea Example',
  terms_accepted: true,
  marketing_accepted: false,
};
const task = (title: string) => ({ title, client_id: '5b0f9a52-6f0e-4c3a-9a61-0d6f3d1f7a10' });

test.each(['Sort out the insurance', '漢'.repeat(TASK_TITLE_MAX), '🧳'.repeat(TASK_TITLE_MAX / 2)])(
  'includes the task typed earlier: %s',
  (title) => {
    expect(signUpData(REGISTRATION, task(title))).toEqual({
      ...SAID,
      first_task: { ...task(title), due_on: toLocalDay(new Date()) },
    });
  },
);

test.each([
  ['that is cut within a character', task('Pack \ud83e')],
  ['with a NUL', task('Pack\0')],
  ['that is too long with all the rest', task('\u0007'.repeat(1400))],
])('omits a task %s and keeps the rest', (_how, first) => {
  expect(signUpData(REGISTRATION, first)).toEqual(SAID);
});

test('has no task without one', () => {
  expect(signUpData(REGISTRATION, null)).toEqual(SAID);
});
