import { expect, it } from 'vitest';
import {
  createDiskWatch,
  DiskFullError,
  type DiskSpace,
  lowBelow,
  nextLookIn,
  stateOf,
} from './disk-space.ts';
import { createLog } from './log.ts';

const [MB, GB] = [1_000_000, 1_000_000_000];

it.each([
  ['4 TB with 5 % free', 4_000 * GB, 200 * GB, 'ok'],
  ['4 TB with 4 GB free', 4_000 * GB, 4 * GB, 'low'],
  ['50 GB with 3 GB free', 50 * GB, 3 * GB, 'ok'],
  ['50 GB with 2 GB free', 50 * GB, 2 * GB, 'low'],
  ['5 GB with 490 MB free', 5 * GB, 490 * MB, 'low'],
  ['1 GB with 300 MB free', GB, 300 * MB, 'ok'],
  ['1 GB with 150 MB free', GB, 150 * MB, 'low'],
  ['any disk with 60 MB free', 4_000 * GB, 60 * MB, 'full'],
])('classifies %s', (_what, size, free, state) => {
  expect(stateOf({ free, size })).toBe(state);
});

it('is checked the more often the sooner it could be full', () => {
  expect([60 * MB, 1.5 * GB, 10 * GB, 4_000 * GB].map((free) => Math.round(nextLookIn(free)))).toEqual([
    250, 358, 2483, 5000,
  ]);
});

it('stays full until there is clearly more space', () => {
  const size = 100 * GB;
  expect(stateOf({ free: 80 * MB, size })).toBe('low');
  expect(stateOf({ free: 80 * MB, size }, 'full')).toBe('full');
  expect(stateOf({ free: 110 * MB, size }, 'full')).toBe('low');
  expect(stateOf({ free: lowBelow(size), size }, 'full')).toBe('ok');
});

it('logs once when the disk is nearly full, once when it is full, and once when it has recovered', async () => {
  const size = 10 * GB;
  let space: DiskSpace = { free: 5 * GB, size };
  const lines: string[] = [];
  const states: string[] = [];
  const watch = createDiskWatch({
    log: createLog('info', (line) => lines.push(line)),
    measure: async () => space,
  });
  watch.onChange((state) => states.push(state));
  for (const free of [5 * GB, 300 * MB, 290 * MB, 10 * MB, 9 * MB]) {
    space = { free, size };
    await watch.look();
  }
  await expect(watch.assertRoom()).rejects.toBeInstanceOf(DiskFullError);
  space = { free: 5 * GB, size };
  await watch.assertRoom();
  expect(states).toEqual(['low', 'full', 'ok']);
  const told = lines.map((line) => /"level":"(\w+)","message":"([^":,]+)/.exec(line)?.slice(1));
  expect(told).toEqual([
    ['warn', 'the disk of the data folder is nearly full'],
    ['error', 'the disk of the data folder is full'],
    ['info', 'the disk of the data folder has free space again'],
  ]);
});
