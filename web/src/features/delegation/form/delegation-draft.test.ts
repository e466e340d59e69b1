import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleRun } from '#web/lib/server/sample-rows.ts';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { keepDelegationOf } from './delegation-draft.ts';

const TASK: DelegableTask = { id: 'task', title: 'A poster', project_id: null, is_completed: false };
const OTHER: DelegableTask = { ...TASK, id: 'other', title: 'A card' };
const SENT = {
  name: 'hall.png',
  size: 9,
  state: 'ready',
  sent: 9,
  path: 'me/hall.png',
  isKept: false,
} as const;
const now = () => useDelegationDialogs.getState();
let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  useDelegationDialogs.setState({ delegating: null, leftDelegations: {}, reading: null });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('restores the choices and the region of a picture after a reload', async () => {
  keepDelegationOf('mara');
  const { openDelegate, choose } = useDelegationDialogs.getState();
  openDelegate(TASK);
  choose(TASK.id, () => ({ type: 'image_edit', project_id: 'flat-move', wish: 'Sage green walls' }));
  choose(TASK.id, () => ({
    image: { aspect_ratio: '16:9', format: 'jpeg', compression: 20, background: 'opaque' },
    region: {
      path: 'me/hall.png',
      isOn: true,
      marks: [{ shape: 'stroke', size: 0.1, points: [[0.5, 0.5]] }],
      isMissing: false,
    },
    files: [{ ...SENT, id: 'a' }],
  }));
  const before = useDelegationDialogs.getState().delegating;
  expect(before?.choices.type).toBe('image_edit');

  vi.resetModules();
  const after = await import('./delegation-draft.ts');
  const { useDelegationDialogs: dialogs } = await import('../open-delegation.ts');
  expect(dialogs.getState().delegating).toBeNull();
  after.keepDelegationOf('mara');
  expect(dialogs.getState().delegating).toEqual(before);

  dialogs.getState().stopDelegating();
  expect(storage.size).toBe(0);
});

test('does not reopen an untouched form', () => {
  keepDelegationOf('mara');
  now().openDelegate(TASK);
  expect(storage.size).toBe(0);
});

test('restores the draft of each task when its form is reopened, also after a reload', async () => {
  keepDelegationOf('mara');
  now().openDelegate(TASK);
  now().choose(TASK.id, () => ({ type: 'research', language: 'de' }));
  now().close();
  now().openDelegate(OTHER);
  expect(now().delegating?.choices.type).toBeUndefined();
  now().choose(OTHER.id, () => ({ type: 'reasoning' }));
  now().openResponse(TASK, 'run');
  now().openDelegate(TASK);
  expect(now().delegating?.choices).toMatchObject({ type: 'research', language: 'de' });
  now().close();

  vi.resetModules();
  const after = await import('./delegation-draft.ts');
  const { useDelegationDialogs: dialogs } = await import('../open-delegation.ts');
  after.keepDelegationOf('mara');
  expect(dialogs.getState().delegating).toBeNull();
  dialogs.getState().openDelegate(OTHER);
  expect(dialogs.getState().delegating?.choices.type).toBe('reasoning');
  expect(Object.keys(dialogs.getState().leftDelegations)).toEqual([TASK.id]);
  after.keepDelegationOf('jonas');
  expect(dialogs.getState()).toMatchObject({ delegating: null, leftDelegations: {} });
});

test('keeps no draft of a form that was untouched, discarded, reset or submitted', () => {
  const choices = { project_id: null, files: [] };
  const open = () => {
    now().openDelegate(TASK);
    return now().delegating?.choices;
  };
  open();
  now().close();
  expect(now().leftDelegations).toEqual({});
  open();
  now().choose(TASK.id, () => ({ type: 'research' }));
  now().stopDelegating();
  expect(open()).toMatchObject(choices);
  now().choose(TASK.id, () => ({ type: 'research' }));
  now().chooseAfresh();
  now().close();
  expect(open()?.type).toBeUndefined();
  now().choose(TASK.id, () => ({ type: 'research' }));
  now().close();
  now().forgetChoices(OTHER.id);
  expect(Object.keys(now().leftDelegations)).toEqual([TASK.id]);
  now().forgetChoices(TASK.id);
  expect(open()?.type).toBeUndefined();
});

test('reports an uploaded file as lost when the form is reopened, but not one the task had', () => {
  now().openDelegate(TASK);
  const files = [
    { ...SENT, id: 'a' },
    { ...SENT, id: 'b', isKept: true },
  ];
  now().choose(TASK.id, () => ({ type: 'image_edit', files }));
  now().close();
  now().openDelegate(TASK);
  expect(now().delegating?.choices.files).toEqual([
    { ...SENT, id: 'a', state: 'failed', path: null },
    { ...SENT, id: 'b', isKept: true },
  ]);
});

test("keeps a chosen project, and otherwise follows the task's current one", () => {
  const moved = { ...TASK, project_id: 'flat-move' };
  now().openDelegate(TASK);
  now().choose(TASK.id, () => ({ type: 'research' }));
  now().close();
  now().openDelegate(moved);
  expect(now().delegating?.choices.project_id).toBe('flat-move');
  now().choose(TASK.id, () => ({ project_id: null }));
  now().close();
  now().openDelegate(moved);
  expect(now().delegating?.choices.project_id).toBeNull();
});

test('keeps words that were added before a tool was chosen, and no blanks', () => {
  now().openDelegate(TASK);
  now().choose(TASK.id, () => ({ wish: ' ' }));
  now().close();
  expect(now().leftDelegations).toEqual({});
  now().openDelegate(TASK);
  now().choose(TASK.id, () => ({ wish: 'For four people' }));
  now().close();
  now().openDelegate(TASK);
  expect(now().delegating?.choices.wish).toBe('For four people');
});

test('a run that failed fills the form with its request, and a follow-up its own form', () => {
  const image = { aspect_ratio: '16:9', format: 'webp', compression: 70, background: 'opaque' } as const;
  const attachments = [{ path: 'me/hall.png', name: 'hall.png', type: 'image/png', size: 9 }];
  const mask = [{ shape: 'rectangle', x: 0, y: 0, width: 1, height: 0.5 }] as const;
  const run = sampleRun('run', TASK.id, {
    ai_task_type: 'image_edit',
    options: { attachments, image, mask: [...mask], wish: 'Sage green walls' },
  });
  now().openAgain({ ...TASK, project_id: 'flat-move' }, run);
  expect(now().delegating?.choices).toMatchObject({
    type: 'image_edit',
    project_id: 'flat-move',
    image,
    wish: 'Sage green walls',
    files: [{ ...SENT, isKept: true }],
    region: { path: 'me/hall.png', isOn: true, marks: mask },
  });
  now().openAgain(TASK, { ...run, parent_run_id: 'first', options: { instruction: 'In blue' } });
  expect(now()).toMatchObject({
    delegating: null,
    reading: { runId: 'first' },
    following: { runId: 'first', instruction: 'In blue' },
  });
});

test('opens with choices that the app has made, which an earlier form that closes leaves alone', () => {
  now().openDelegate(TASK);
  now().openDelegate(OTHER, { type: 'doc_summary' });
  now().choose(TASK.id, () => ({ type: 'answer' }));
  expect(now().delegating).toMatchObject({
    task: OTHER,
    choices: { type: 'doc_summary', project_id: OTHER.project_id },
    isPrefilled: true,
  });
});
