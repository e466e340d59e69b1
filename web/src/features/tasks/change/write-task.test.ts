import { expect, test } from 'vitest';
import { sampleTask } from '#web/lib/server/sample-rows.ts';
import { isChanged } from './write-task.ts';

const row = { ...sampleTask('a', { title: 'Stored', priority: 'high' }), notes: 'Stored' };
const write = { values: { notes: 'Typed' }, base: { notes: 'Stored' }, own: undefined };

test('sees a change of the same field elsewhere, and no other', () => {
  expect(isChanged(row, write)).toBe(false);
  expect(isChanged({ ...row, title: 'Another', priority: 'low' }, write)).toBe(false);
  expect(isChanged({ ...row, notes: 'Theirs' }, write)).toBe(true);
});

test('takes neither an earlier write of this page nor a repeat of the same one for a change', () => {
  expect(isChanged({ ...row, notes: 'Typ' }, { ...write, own: { notes: 'Typ' } })).toBe(false);
  expect(isChanged({ ...row, notes: 'Typed' }, write)).toBe(false);
});
