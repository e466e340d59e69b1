import { describe, expect, it } from 'vitest';
import { countByFilter, groupTasks, NO_FILTER } from './group-tasks.ts';

const tasks = [
  { id: 'a', category: 'work', timeframe: 'future' },
  { id: 'b', category: 'personal', timeframe: 'today' },
  { id: 'c', category: 'work', timeframe: 'today' },
] as const;

describe('the pending list', () => {
  it('goes from today to the future and keeps the order within a group', () => {
    const groups = groupTasks(tasks, NO_FILTER).map(({ timeframe, tasks }) => [
      timeframe,
      tasks.map(({ id }) => id),
    ]);
    expect(groups).toEqual([
      ['today', ['b', 'c']],
      ['future', ['a']],
    ]);
  });

  it('shows tasks that pass both filters', () => {
    expect(groupTasks(tasks, { category: 'work', timeframe: 'today' })).toEqual([
      { timeframe: 'today', tasks: [tasks[2]] },
    ]);
    expect(groupTasks(tasks, { category: 'personal', timeframe: 'future' })).toEqual([]);
  });

  it('counts for each tab what it would show', () => {
    expect(countByFilter(tasks, { category: 'work', timeframe: 'all' })).toEqual({
      category: { all: 3, personal: 1, work: 2 },
      timeframe: { all: 2, today: 1, tomorrow: 0, next_weekend: 0, future: 1 },
    });
  });
});
