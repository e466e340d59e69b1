import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDelegationOf } from './delegation-draft.ts';
import { type DelegableTask, useDelegationDialogs } from './open-delegation.ts';

const TASK: DelegableTask = { id: 'task', title: 'A poster', project_id: null, is_completed: false };
let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a picture that was wished for is, after a reload, wished for as it was', async () => {
  keepDelegationOf('mara');
  const { openDelegate, choose } = useDelegationDialogs.getState();
  openDelegate(TASK);
  choose(() => ({ type: 'image_edit', project_id: 'flat-move' }));
  choose(() => ({
    image: { aspect_ratio: '16:9', format: 'jpeg', compression: 20, background: 'opaque' },
    region: {
      path: 'me/hall.png',
      isOn: true,
      marks: [{ shape: 'stroke', size: 0.1, points: [[0.5, 0.5]] }],
      isMissing: false,
    },
    files: [
      { id: 'a', name: 'hall.png', size: 9, state: 'ready', sent: 9, path: 'me/hall.png', isKept: false },
    ],
  }));
  const before = useDelegationDialogs.getState().delegating;
  expect(before?.choices.type).toBe('image_edit');

  vi.resetModules();
  const after = await import('./delegation-draft.ts');
  const { useDelegationDialogs: dialogs } = await import('./open-delegation.ts');
  expect(dialogs.getState().delegating).toBeNull();
  after.keepDelegationOf('mara');
  expect(dialogs.getState().delegating).toEqual(before);

  dialogs.getState().close();
  expect(storage.size).toBe(0);
});
