import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DelegableTask, useDelegationDialogs } from '../open-delegation.ts';
import { keepFollowUpOf } from './follow-up-draft.ts';

const CARD: DelegableTask = { id: 'card', title: 'The card', project_id: null, is_completed: false };
const POSTER: DelegableTask = { id: 'poster', title: 'A poster', project_id: null, is_completed: false };
const now = () => useDelegationDialogs.getState();
let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  useDelegationDialogs.setState({ delegating: null, reading: null, following: null, left: {} });
});
afterEach(() => vi.unstubAllGlobals());

function write(task: DelegableTask, runId: string, instruction: string): void {
  now().openResponse(task, runId);
  now().follow(runId);
  now().write(instruction);
}

test('restores the draft of each answer when its follow-up is reopened', () => {
  write(CARD, 'card-run', 'In rhyme');
  now().close();
  write(POSTER, 'poster-run', 'In blue');
  now().close();
  now().openResponse(CARD, 'card-run');
  expect(now().following).toBeNull();
  now().follow('card-run');
  expect(now().following?.instruction).toBe('In rhyme');
  now().follow('poster-run');
  expect(now().following?.instruction).toBe('In blue');
});

test('keeps no draft that was discarded or empty', () => {
  write(CARD, 'card-run', 'In rhyme');
  now().stopFollowing();
  write(POSTER, 'poster-run', ' ');
  now().close();
  expect(now().left).toEqual({});
});

test('drops a draft once accepted, but keeps a different one for the same answer', () => {
  write(CARD, 'card-run', 'In rhyme ');
  now().close();
  now().forget('card-run', 'Without rhyme');
  expect(now().left).toEqual({ 'card-run': 'In rhyme ' });
  now().forget('card-run', 'In rhyme');
  expect(now().left).toEqual({});
  write(CARD, 'card-run', 'In rhyme');
  now().forget('card-run', 'In rhyme');
  expect(now()).toMatchObject({ following: null, reading: { runId: 'card-run' } });
});

test('restores the open follow-up and other drafts after a reload', async () => {
  keepFollowUpOf('mara');
  write(CARD, 'card-run', 'In rhyme');
  now().close();
  write(POSTER, 'poster-run', 'In blue');

  vi.resetModules();
  const after = await import('./follow-up-draft.ts');
  const { useDelegationDialogs: dialogs } = await import('../open-delegation.ts');
  after.keepFollowUpOf('mara');
  expect(dialogs.getState()).toMatchObject({
    reading: { task: POSTER, runId: 'poster-run' },
    following: { runId: 'poster-run', instruction: 'In blue' },
    left: { 'card-run': 'In rhyme' },
  });
});
