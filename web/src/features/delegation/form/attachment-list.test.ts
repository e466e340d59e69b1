import { expect, it } from 'vitest';
import { toSizeWords, withAdded } from './attachment-list.ts';

it('formats sizes for people, and the limit exactly', () => {
  expect([0, 1, 1024, 1_234_567, 10 * 1024 * 1024].map(toSizeWords)).toEqual([
    '0 kB',
    '1 kB',
    '1 kB',
    '1.2 MB',
    '10 MB',
  ]);
});

it('replaces the file if the rule allows only one', () => {
  const file = (id: string) =>
    ({ id, name: id, size: 1, state: 'ready', sent: 1, path: id, isKept: false }) as const;
  const rule = { kinds: ['png'], atLeast: 1, atMost: 1 } as const;
  expect(withAdded([file('a')], [file('b')], rule)).toEqual([file('b')]);
  expect(withAdded([file('a')], [], rule)).toEqual([file('a')]);
  expect(withAdded([file('a')], [file('b')], { ...rule, atMost: 4 })).toEqual([file('a'), file('b')]);
});
