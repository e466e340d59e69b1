import { describe, expect, test } from 'vitest';
import { ANYWHERE, IN_LIST, isBare, keyCaps } from './shortcuts.ts';
import { keyName, readKeys } from './use-shortcuts.ts';

const ALL = [...ANYWHERE, ...IN_LIST];

/** Acts triggered by a sequence of keys, in order. */
function pressed(keys: readonly string[], withBare = true): string[] {
  let pending: readonly string[] = [];
  return keys.flatMap((key) => {
    const reading = readKeys(pending, key, ALL, withBare);
    pending = reading.pending;
    return reading.id ?? [];
  });
}

describe('keys', () => {
  test.each([
    [['n'], ['add_task']],
    [['/'], ['search']],
    [['Mod+k'], ['search']],
    [['z'], ['undo']],
    [['Mod+z'], ['undo']],
    [['Mod+Shift+z'], []],
    [['g', 'p'], ['to /projects']],
    [['p'], ['add_project']],
    [
      ['g', 'j', 'p'],
      ['next', 'add_project'],
    ],
    [['g', 'g', 'd'], ['to /dashboard']],
    [['q', 'n'], ['add_task']],
    [['Mod+n'], []],
  ])('%j mean %j', (keys, ids) => {
    expect(pressed(keys)).toEqual(ids);
  });

  test('of one letter do nothing when switched off; all others stay', () => {
    expect(pressed(['n', '/', '?', 'g', 'd', 'j', 'x', 'e', 'd'], false)).toEqual([]);
    expect(pressed(['Mod+k', 'ArrowDown', ' ', 'Delete'], false)).toEqual([
      'search',
      'next',
      'complete',
      'delete',
    ]);
  });

  test('are unambiguous', () => {
    const all = ALL.flatMap(({ keys }) => keys.map((one) => one.join(' ')));
    expect(new Set(all).size).toBe(all.length);
  });

  test('are shown as printed on the keyboard', () => {
    expect(keyCaps(['g', 'd'])).toEqual(['G', 'D']);
    expect(keyCaps(['Mod+Enter'])).toEqual(['Ctrl', 'Enter']);
    expect(keyCaps([' '])).toEqual(['Space']);
    expect([['n'], ['?'], ['g', 'd'], ['Mod+k'], [' '], ['ArrowUp']].map(isBare)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a pressed key', () => {
  const name = (event: Partial<KeyboardEvent>) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no keyboard events
    keyName({
      code: '',
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      isComposing: false,
      ...event,
    } as KeyboardEvent);

  test.each([
    [{ key: 'n' }, 'n'],
    [{ key: 'N', code: 'KeyN' }, 'n'],
    [{ key: '?', code: 'Slash' }, '?'],
    [{ key: 'т', code: 'KeyN' }, 'n'],
    [{ key: 'k', ctrlKey: true }, 'Mod+k'],
    [{ key: 'k', metaKey: true }, 'Mod+k'],
    [{ key: 'k', altKey: true }, undefined],
    [{ key: 'Shift' }, undefined],
    [{ key: 'n', isComposing: true }, undefined],
  ])('%j is %j', (event, expected) => {
    expect(name(event)).toBe(expected);
  });
});
