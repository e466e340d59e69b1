import { beforeEach, expect, test } from 'vitest';
import { toWrite, useTaskDrafts } from './task-drafts.ts';

const { getState: drafts } = useTaskDrafts;

beforeEach(() => useTaskDrafts.setState({ drafts: {}, conflicts: {}, saved: {} }));

const write = (notes: string, stored = 'Before') => drafts().write('a', 'notes', notes, stored);
const toSend = () => {
  const draft = drafts().drafts['a'];
  return draft && toWrite(draft);
};

test('keeps what was typed while a save was under way, on top of what was saved', () => {
  write('One');
  write('One two', 'a later state');
  expect(toSend()).toEqual({ values: { notes: 'One two' }, base: { notes: 'Before' } });
  drafts().settle('a', { notes: 'One' });
  expect(toSend()).toEqual({ values: { notes: 'One two' }, base: { notes: 'One' } });
  drafts().settle('a', { notes: 'One two' });
  expect(drafts().drafts).toEqual({});
});

test('sends no blank title and no notes that are too long, and keeps both', () => {
  drafts().write('a', 'title', '  ', 'Call the bank');
  write('x'.repeat(10_001));
  expect(toSend()).toBeUndefined();
  expect(drafts().drafts['a']?.values).toEqual({ title: '  ', notes: 'x'.repeat(10_001) });
  drafts().write('a', 'title', ' Call the savings bank ', 'Call the bank');
  expect(toSend()?.values).toEqual({ title: 'Call the savings bank' });
});

test('replaces the version of another tab only once it was seen and refused', () => {
  write('Mine');
  drafts().disagree('a', { notes: 'Theirs' });
  drafts().keep('a');
  expect(drafts().conflicts).toEqual({});
  expect(toSend()).toEqual({ values: { notes: 'Mine' }, base: { notes: 'Theirs' } });
  drafts().disagree('a', { notes: 'Theirs again' });
  drafts().drop('a');
  expect([drafts().drafts, drafts().conflicts]).toEqual([{}, {}]);
});
