import { expect, test } from 'vitest';
import { AI_TASK_TYPES } from '#domain/ai-task.ts';
import { someTools } from './some-tools.ts';

test('returns the tools only if some are missing', () => {
  expect(someTools(false, AI_TASK_TYPES)).toBeNull();
  expect(someTools(false, ['reasoning', 'answer', 'of_tomorrow'])).toEqual(['answer', 'reasoning']);
});

test.each([
  ['a demo', true, ['answer']],
  ['a moment in which none works', false, []],
  ['a configuration of another shape', false, 'answer'],
])('returns null for %s', (_what, demo, tools) => {
  expect(someTools(demo, tools)).toBeNull();
});
