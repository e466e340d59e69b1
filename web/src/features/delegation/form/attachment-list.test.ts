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

it('keeps the photos of a document together, and replaces them by a file', () => {
  const file = (name: string) =>
    ({ id: name, name, size: 1, state: 'ready', sent: 1, path: name, isKept: false }) as const;
  const rule = { kinds: ['pdf', 'png'], atLeast: 1, atMost: 1, atMostPictures: 2 } as const;
  const [one, two, three, pdf] = [file('1.png'), file('2.png'), file('3.png'), file('a.pdf')];
  expect(withAdded([one], [two], rule)).toEqual([one, two]);
  // Which are too many, and is said.
  expect(withAdded([one, two], [three], rule)).toEqual([one, two, three]);
  expect(withAdded([one, two], [pdf], rule)).toEqual([pdf]);
  expect(withAdded([pdf], [one], rule)).toEqual([one]);
});
