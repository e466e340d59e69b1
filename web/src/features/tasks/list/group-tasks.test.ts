import { describe, expect, it } from 'vitest';
import { toDatedWhen, toDays, toWhen } from '#domain/days.ts';
import { sampleTask } from '#web/lib/server/sample-rows.ts';
import { countByFilter, countTasks, endGroups, groupTasks, NO_FILTER } from './group-tasks.ts';

// A Wednesday.
const days = toDays('2026-11-25');
const later = toDays('2026-11-26');

const tasks = [
  sampleTask('a', { category: 'work', ...toWhen('future', days) }),
  sampleTask('b', { ...toWhen('today', days) }),
  sampleTask('c', { category: 'work', ...toWhen('today', days) }),
  sampleTask('d', { category: 'work', ...toWhen('tomorrow', days) }),
];

const names = (...args: Parameters<typeof groupTasks<(typeof tasks)[number]>>) =>
  groupTasks(...args).map(({ name, tasks }) => [name, tasks.map(({ id }) => id)]);

describe('the pending list', () => {
  it('goes from today to the future and keeps the order within a group', () => {
    expect(names(tasks, NO_FILTER, days)).toEqual([
      ['today', ['b', 'c']],
      ['tomorrow', ['d']],
      ['future', ['a']],
    ]);
  });

  it('moves by itself on the next day, with what is left from before on top', () => {
    expect(names(tasks, NO_FILTER, later)).toEqual([
      ['before', ['b', 'c']],
      ['today', ['d']],
      ['future', ['a']],
    ]);
  });

  it('shows tasks that pass both filters', () => {
    expect(names(tasks, { category: 'work', timeframe: 'today' }, days)).toEqual([['today', ['c']]]);
    expect(names(tasks, { category: 'personal', timeframe: 'future' }, days)).toEqual([]);
  });

  it('shows what is left from before with the tasks of today', () => {
    expect(names(tasks, { category: 'work', timeframe: 'today' }, later)).toEqual([
      ['before', ['c']],
      ['today', ['d']],
    ]);
    expect(names(tasks, { category: 'all', timeframe: 'tomorrow' }, later)).toEqual([]);
  });

  it('counts for each tab what it would show', () => {
    const filter = { category: 'work', timeframe: 'all' } as const;
    expect(countByFilter(tasks, filter, days)).toEqual({
      category: { all: 4, personal: 1, work: 3 },
      timeframe: { all: 3, today: 1, tomorrow: 1, next_weekend: 0, future: 1 },
    });
    expect(countByFilter(tasks, filter, later).timeframe).toMatchObject({ today: 2, tomorrow: 0 });
  });

  it('shows a named day under the word that it has reached', () => {
    const dated = [sampleTask('e', toDatedWhen('2026-11-27', days))];
    const shown = [days, later, toDays('2026-11-27')].map(
      (now) => groupTasks(dated, NO_FILTER, now)[0]?.name,
    );
    expect(shown).toEqual(['next_weekend', 'tomorrow', 'today']);
  });
});

describe('a long list', () => {
  const bucket = { ...toWhen('today', days), category: 'work' as const, count: 7 };
  const low = sampleTask('low', { ...toWhen('today', days), priority: 'low' });
  const loaded = [...tasks, low];
  const ended = (filter = NO_FILTER) =>
    endGroups(
      groupTasks(loaded, filter, days),
      { ends: { today: tasks[1] ?? null, future: null }, outside: [bucket] },
      filter,
      days,
    ).map(({ name, tasks: shown, more }) => [name, shown.map(({ id }) => id), more]);

  it('ends each group where it is complete, and counts what comes after, loaded or not', () => {
    expect(ended()).toEqual([
      ['today', ['b'], 9],
      ['tomorrow', ['d'], 0],
      ['future', ['a'], 0],
    ]);
  });

  it('names a group of which nothing is loaded yet', () => {
    expect(ended({ category: 'work', timeframe: 'today' })).toEqual([['today', [], 8]]);
  });

  it('is counted with the tasks that are not loaded', () => {
    const counts = countByFilter([...loaded, bucket], NO_FILTER, days);
    expect(counts.category).toEqual({ all: 12, personal: 2, work: 10 });
    expect(counts.timeframe.today).toBe(10);
    expect(countTasks([...loaded, bucket])).toBe(12);
  });
});
