import { expect, it } from 'vitest';
import type { ShownGroup } from '#domain/days.ts';
import { cutGroups, type GroupLimits, reach } from './cut-groups.ts';

const group = (name: ShownGroup, count: number) => ({
  name,
  tasks: Array.from({ length: count }, (_, index) => `${name} ${index}`),
});
const groups = [group('today', 3), group('tomorrow', 150), group('future', 120)];
const cut = (room: number, limits: GroupLimits = {}) => {
  const { groups: shown, waiting } = cutGroups(groups, limits, room);
  return { shown: shown.map(({ rows, hidden }) => [rows.length, hidden]), waiting };
};

it('renders as many rows as fit, from the top, and counts the rest', () => {
  expect(cut(40)).toEqual({
    shown: [
      [3, 0],
      [37, 0],
    ],
    waiting: 63 + 100,
  });
});

it('counts tasks that are not loaded with those behind "Show more"', () => {
  const long = { ...group('today', 120), more: 900 };
  expect(cutGroups([long], {}, 1000).groups[0]?.hidden).toBe(920);
});

it('leaves the rest of a long group to "Show more"', () => {
  expect(cut(1000)).toEqual({
    shown: [
      [3, 0],
      [100, 50],
      [100, 20],
    ],
    waiting: 0,
  });
  expect(cut(1000, { tomorrow: 200 }).shown).toEqual([
    [3, 0],
    [150, 0],
    [100, 20],
  ]);
});

it('starts no group without room', () => {
  expect(cut(3)).toEqual({ shown: [[3, 0]], waiting: 200 });
});

it('extends to a requested task, and no further', () => {
  const named = groups.map(({ name, tasks }) => ({ name, tasks: tasks.map((id) => ({ id })) }));
  expect(reach(named, 'tomorrow 120', {}, 40)).toEqual([{ tomorrow: 121 }, 124]);
  expect(reach(named, 'today 1', {}, 40)).toEqual([{ today: 100 }, 40]);
  expect(reach(named, 'nowhere', {}, 40)).toEqual([{}, 40]);
  expect(reach(named, null, {}, 40)).toEqual([{}, 40]);
});
