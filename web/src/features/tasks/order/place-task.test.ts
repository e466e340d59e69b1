import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDays, toWhen } from '#domain/days.ts';
import type { Task } from '#domain/rows/task-row.ts';
import { TASK_PRIORITIES } from '#domain/task.ts';
import { sampleTask } from '#web/lib/server/sample-rows.ts';
import { groupTasks, NO_FILTER } from '../list/group-tasks.ts';
import { nextSpot, placeTask, type Spot } from './place-task.ts';

const days = toDays('2026-11-25');
const listed = (tasks: readonly Task[]) => groupTasks(tasks, NO_FILTER, days);
const order = (tasks: readonly Task[]) =>
  listed(tasks).map(({ name, tasks: rows }) => [name, rows.map(({ id }) => id).join('')]);
const drag = (tasks: readonly Task[], id: string, spot: Spot): Task[] => {
  const task = tasks.find((one) => one.id === id);
  if (!task) throw new Error('no such task');
  const values = placeTask(listed(tasks), task, spot, days);
  return tasks.map((one) => (one.id === id ? { ...one, ...values } : one));
};
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.123456+00:00`;
const today = toWhen('today', days);

const tasks = [
  sampleTask('a', { ...today, created_at: at(3) }),
  sampleTask('b', { ...today, created_at: at(2), priority: 'urgent' }),
  sampleTask('c', { ...today, created_at: at(1), priority: 'low' }),
  sampleTask('d', { ...today, created_at: at(0) }),
  sampleTask('e', { ...toWhen('tomorrow', days), created_at: at(0) }),
];

describe('the order of a group', () => {
  it('is by priority, then newest first', () => {
    expect(order(tasks)).toEqual([
      ['today', 'badc'],
      ['tomorrow', 'e'],
    ]);
  });

  it('puts a new task on top of its priority, as it will be once stored', () => {
    const added = sampleTask('n', { ...today, created_at: '' });
    expect(order([added, ...tasks])[0]).toEqual(['today', 'bnadc']);
    expect(order([...tasks, { ...added, created_at: at(9) }])[0]).toEqual(['today', 'bnadc']);
  });

  it('ignores a rank that no client of ours has written', () => {
    const odd = tasks.map((task) => ({ ...task, rank: 'zz' }));
    expect(order(odd)[0]).toEqual(['today', 'badc']);
    expect(() => drag(odd, 'c', { group: 'today', before: 'b' })).not.toThrow();
  });
});

describe('a drag', () => {
  it('puts a task before another or at the end, and writes only its row', () => {
    expect(order(drag(tasks, 'c', { group: 'today', before: 'b' }))[0]).toEqual(['today', 'cbad']);
    expect(order(drag(tasks, 'c', { group: 'today', before: 'd' }))[0]).toEqual(['today', 'bacd']);
    expect(order(drag(tasks, 'b', { group: 'today', before: null }))[0]).toEqual(['today', 'adcb']);
  });

  it('changes nothing where the task is already', () => {
    expect(drag(tasks, 'a', { group: 'today', before: 'd' })).toEqual(tasks);
  });

  it('into another group changes the timeframe and its day', () => {
    const moved = drag(tasks, 'a', { group: 'tomorrow', before: 'e' });
    expect(order(moved)).toEqual([
      ['today', 'bdc'],
      ['tomorrow', 'ae'],
    ]);
    expect(moved[0]).toMatchObject({ timeframe: 'tomorrow', due_on: '2026-11-26', is_dated: false });
    expect(order(drag(tasks, 'a', { group: 'future', before: null })).at(-1)).toEqual(['future', 'a']);
  });

  it('takes nothing back to what is left from before', () => {
    const left = [...tasks, sampleTask('l', { due_on: '2026-11-20' })];
    expect(order(drag(left, 'a', { group: 'before', before: 'l' }))).toEqual(order(left));
  });

  it('wins over a priority that changes later', () => {
    const dragged = drag(tasks, 'c', { group: 'today', before: 'b' });
    const changed = dragged.map((task) =>
      task.id === 'c' ? { ...task, priority: 'nice_to' as const } : task,
    );
    expect(order(changed)[0]).toEqual(['today', 'cbad']);
  });

  it('lands where it was dropped after any number of drags, also among tasks of one moment', () => {
    const one = fc.record({
      moment: fc.integer({ min: 0, max: 2 }),
      priority: fc.constantFrom(...TASK_PRIORITIES),
    });
    const moves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(one, { minLength: 2, maxLength: 8 }), moves, (made, drags) => {
        let list = made.map(({ moment, priority }, index) =>
          sampleTask(`${index}`, {
            ...today,
            created_at: at(moment),
            priority,
            client_id: `${index}0000000`,
          }),
        );
        for (const [from, to] of drags) {
          const ids = listed(list)[0]?.tasks.map(({ id }) => id) ?? [];
          const id = ids[from % ids.length] ?? '';
          const others = ids.filter((other) => other !== id);
          const place = to % (others.length + 1);
          list = drag(list, id, { group: 'today', before: others[place] ?? null });
          expect(listed(list)[0]?.tasks.map((task) => task.id)).toEqual(others.toSpliced(place, 0, id));
        }
      }),
    );
  });
});

describe('by keyboard', () => {
  const spot = (id: string, step: 1 | -1) => {
    const groups = listed(tasks);
    const task = groups.flatMap((group) => group.tasks).find((one) => one.id === id);
    return task && nextSpot(groups, task, step);
  };

  it('goes one row at a time, and on into the next group', () => {
    expect(spot('a', -1)).toEqual({ group: 'today', before: 'b' });
    expect(spot('a', 1)).toEqual({ group: 'today', before: 'c' });
    expect(spot('c', 1)).toEqual({ group: 'tomorrow', before: 'e' });
    expect(spot('e', -1)).toEqual({ group: 'today', before: null });
    expect([spot('b', -1), spot('e', 1)]).toEqual([null, null]);
  });
});
