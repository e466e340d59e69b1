import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDays, toWhen } from '#domain/days.ts';
import type { Task } from '#domain/rows/task-row.ts';
import { TASK_PRIORITIES } from '#domain/task.ts';
import { sampleTask } from '#web/lib/server/sample-rows.ts';
import type { Place } from '../change/task-change.ts';
import { groupTasks, NO_FILTER } from '../list/group-tasks.ts';
import { changeTasks, endSpot, nextSpot, placesNow, placeTasks, type Spot } from './place-tasks.ts';

const days = toDays('2026-11-25');
const listed = (tasks: readonly Task[]) => groupTasks(tasks, NO_FILTER, days);
const order = (tasks: readonly Task[]) =>
  listed(tasks).map(({ name, tasks: rows }) => [name, rows.map(({ id }) => id).join('')]);
/** As the server would store it. */
const put = (tasks: readonly Task[], places: readonly Place[]): Task[] =>
  tasks.map((task) => ({ ...task, ...places.find(({ id }) => id === task.id) }) as Task);
const idsOf = (ids: string) => new Set(ids);
/** Each letter is the id of a task that goes along. */
const drag = (tasks: readonly Task[], ids: string, spot: Spot): Task[] =>
  put(tasks, placeTasks(listed(tasks), idsOf(ids), spot, days));
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.123456+00:00`;
const today = toWhen('today', days);
/** As the database checks it. */
const RANK = /^(?=.{2,64}$)[A-Za-z][0-9A-Za-z]*[1-9A-Za-z]$/;

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

  it('is by id where two devices chose the same place, whichever comes first', () => {
    const tied = tasks.map((task) => (task.id === 'c' || task.id === 'd' ? { ...task, rank: 'a1' } : task));
    for (const rows of [tied, tied.toReversed()]) expect(order(rows)[0]).toEqual(['today', 'cdba']);
  });
});

describe('a drag', () => {
  it('puts a task before another or at the end, and writes only its row', () => {
    expect(order(drag(tasks, 'c', { group: 'today', before: 'b' }))[0]).toEqual(['today', 'cbad']);
    expect(order(drag(tasks, 'c', { group: 'today', before: 'd' }))[0]).toEqual(['today', 'bacd']);
    expect(order(drag(tasks, 'b', { group: 'today', before: null }))[0]).toEqual(['today', 'adcb']);
  });

  it('changes nothing where the task is already', () => {
    for (const before of ['a', 'd']) expect(drag(tasks, 'a', { group: 'today', before })).toEqual(tasks);
    expect(drag(tasks, 'ad', { group: 'today', before: 'a' })).toEqual(tasks);
  });

  it('takes several along, in the order of the list and from several groups', () => {
    expect(order(drag(tasks, 'cb', { group: 'today', before: 'd' }))[0]).toEqual(['today', 'abcd']);
    const moved = drag(tasks, 'eb', { group: 'today', before: null });
    expect(order(moved)).toEqual([['today', 'adcbe']]);
    expect(moved[4]).toMatchObject({ timeframe: 'today', due_on: '2026-11-25' });
    const away = drag(tasks, 'bd', { group: 'future', before: null });
    expect(order(away).at(-1)).toEqual(['future', 'bd']);
  });

  it('before one of the moved means before the next that stays', () => {
    expect(order(drag(tasks, 'ae', { group: 'today', before: 'a' }))[0]).toEqual(['today', 'baedc']);
  });

  it('can be undone, with the neighbours that made room', () => {
    const tied = tasks.map((task) => (task.id === 'b' || task.id === 'a' ? { ...task, rank: 'a1' } : task));
    const places = placeTasks(listed(tied), idsOf('e'), { group: 'today', before: 'b' }, days);
    expect(places.length).toBeGreaterThan(1);
    const moved = put(tied, places);
    expect(order(moved)[0]).toEqual(['today', 'aebdc']);
    expect(put(moved, placesNow(tied, places))).toEqual(tied);
  });

  it('is undone without what was changed elsewhere since', () => {
    const dragged = tasks.map((task) => (task.id === 'b' ? { ...task, rank: 'a1' } : task));
    const [toProject, toDay] = [{ project_id: 'p' }, toWhen('tomorrow', days)].map((values) => {
      const places = changeTasks(tasks, values);
      return put(put(dragged, places), placesNow(tasks, places));
    });
    expect(toProject).toEqual(dragged);
    expect(toDay).toEqual(dragged);
  });

  it('never stores a rank that the database refuses, and makes room before one gets too long', () => {
    // Where whole numbers of the scale end in 0, and in an empty group.
    const round = [
      sampleTask('r', { ...today, rank: 'j2000000001' }),
      sampleTask('s', { ...today, rank: 'j2000000010V' }),
    ];
    for (const before of ['r', 's', null]) {
      const group = before === null ? 'future' : 'today';
      const [place] = placeTasks(listed([...round, ...tasks]), idsOf('e'), { group, before }, days);
      expect(place?.rank).toMatch(RANK);
    }
    let list = tasks;
    for (let turn = 0; turn < 600; turn += 1) {
      // Always into the same gap, from either side.
      const rows = listed(list)[0]?.tasks ?? [];
      const mover = turn % 2 === 0 ? rows[0] : rows.at(-1);
      const at = turn % 2 === 0 ? 2 : 1;
      list = drag(list, mover?.id ?? '', { group: 'today', before: rows[at]?.id ?? null });
    }
    for (const { rank } of list) expect(rank ?? 'a1').toMatch(RANK);
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
          for (const { rank } of list) expect(rank ?? 'a1').toMatch(RANK);
          expect(listed(list)[0]?.tasks.map((task) => task.id)).toEqual(others.toSpliced(place, 0, id));
        }
      }),
    );
  });
});

describe('by keyboard', () => {
  const spot = (id: string, step: 1 | -1) => {
    return nextSpot(listed(tasks), idsOf(id), step);
  };

  it('goes one row at a time, and on into the next group', () => {
    expect(spot('a', -1)).toEqual({ group: 'today', before: 'b' });
    expect(spot('a', 1)).toEqual({ group: 'today', before: 'c' });
    expect(spot('c', 1)).toEqual({ group: 'tomorrow', before: 'e' });
    expect(spot('e', -1)).toEqual({ group: 'today', before: null });
    expect([spot('b', -1), spot('e', 1)]).toEqual([null, null]);
  });

  it('takes several along as one block, and goes to an end', () => {
    expect(spot('ac', -1)).toEqual({ group: 'today', before: 'b' });
    expect(spot('bd', 1)).toEqual({ group: 'today', before: null });
    expect(spot('dc', 1)).toEqual({ group: 'tomorrow', before: 'e' });
    const end = (ids: string, to: 'top' | 'bottom') => {
      const there = endSpot(listed(tasks), idsOf(ids), to);
      return there && order(drag(tasks, ids, there))[0]?.[1];
    };
    expect([end('c', 'top'), end('b', 'bottom'), end('b', 'top'), end('ac', 'top')]).toEqual([
      'cbad',
      'adcb',
      'badc',
      'acbd',
    ]);
    expect(endSpot(listed(tasks), idsOf('z'), 'top')).toBeNull();
  });
});
