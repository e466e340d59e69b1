import { expect, it } from 'vitest';
import { toDays } from '#domain/days.ts';
import { sampleListed, sampleTask } from '../server/sample-rows.ts';
import {
  type Bucket,
  endsOf,
  isReached,
  lastOf,
  withCounts,
  withEnd,
  withoutLoaded,
  withoutMore,
} from './list-window.ts';

const days = toDays('2026-11-25');
const bucket = (more: Partial<Bucket>): Bucket => ({
  timeframe: 'today',
  due_on: null,
  is_dated: false,
  category: 'personal',
  count: 1,
  ...more,
});
const row = (id: string, more = {}) => sampleListed(sampleTask(id, more));

it('counts what is not loaded: open tasks of the same day and category', () => {
  const counts = [
    bucket({ count: 5 }),
    bucket({ category: 'work', count: 1 }),
    bucket({ due_on: '2026-11-26' }),
  ];
  const rows = [
    row('a'),
    row('b', { project_id: 'p' }),
    row('c', { category: 'work' }),
    row('d', { is_completed: true }),
  ];
  expect(withoutLoaded(counts, rows, 'all')).toEqual([
    bucket({ count: 3 }),
    bucket({ due_on: '2026-11-26' }),
  ]);
  expect(withoutLoaded([bucket({ count: 2 })], rows, 'p')).toEqual([bucket({ count: 1 })]);
});

it('takes tasks that are loaded later off all counts that have them', () => {
  const window = {
    outside: { all: [bucket({ count: 4 })], p: [bucket({ count: 2 })] },
    ends: {},
    today: days.today,
  };
  const more = [row('a', { project_id: 'p' }), row('b')];
  expect(withoutMore(window, more).outside).toEqual({
    all: [bucket({ count: 2 })],
    p: [bucket({ count: 1 })],
  });
});

it('keeps the counts of a project that was opened during a count of the others', () => {
  const window = { outside: { all: [], p: [bucket({ count: 2 })] }, ends: {}, today: days.today };
  expect(withCounts(window, { all: [bucket({ count: 3 })] }, [row('a')]).outside).toEqual({
    all: [bucket({ count: 2 })],
    p: [bucket({ count: 2 })],
  });
});

it('ends a group at its last task by priority and age, unless all of them came', () => {
  const older = { created_at: '2026-11-19T10:00:00+00:00' };
  const rows = [
    row('a'),
    row('b', older),
    row('urgent', { priority: 'urgent', ...older }),
    row('dragged', { rank: 'z1' }),
    row('alone', { timeframe: 'future' }),
  ];
  const ends = endsOf(rows, 3, days);
  expect(ends.today?.id).toBe('b');
  expect([ends.future, ends.before]).toEqual([null, null]);
  expect(isReached(row('a'), ends.today)).toBe(true);
  expect(isReached(row('low', { priority: 'low' }), ends.today)).toBe(false);
  expect(isReached(row('low', { priority: 'low' }), ends.future)).toBe(true);
  expect(lastOf([])).toBeNull();
});

it('moves the end of a group on, unless it is no longer where the reading began', () => {
  const [first, second, third] = ['05', '04', '03'].map((second) =>
    lastOf([row(second, { created_at: `2026-11-19T10:00:${second}+00:00` })]),
  );
  if (!first || !second || !third) throw new Error('each is the last of one');
  const window = { outside: {}, ends: { all: { today: second, future: null } }, today: days.today };
  const endAfter = (from: typeof first, end: typeof first | null) =>
    withEnd(window, 'all', 'today', [from, end]).ends['all'];
  expect(endAfter({ ...second }, third)).toEqual({ today: third, future: null });
  expect(endAfter(second, null)).toEqual({ today: null, future: null });
  expect(endAfter(first, third)).toEqual(window.ends.all);
  expect(withEnd(window, 'all', 'future', [first, third])).toBe(window);
  expect(withEnd(window, 'work', 'today', [first, third])).toBe(window);
});
