import { beforeEach, expect, test } from 'vitest';
import type { Task } from '#domain/rows/task-row.ts';
import { NEW_TASK } from '#domain/task.ts';
import { isWritten, type OpenDialog, useTaskDialog } from './task-dialog-state.ts';

const { getState: dialogs } = useTaskDialog;
const MOMENT = '2026-05-01T10:00:00Z';
const asTask = (id: string, title: string): Task => ({
  id,
  ...NEW_TASK,
  title,
  client_id: null,
  has_notes: false,
  project_id: null,
  due_on: null,
  is_dated: false,
  rank: null,
  is_completed: false,
  completed_at: null,
  ai_assisted: false,
  ai_task_type: null,
  created_at: MOMENT,
  updated_at: MOMENT,
});

const titleOf = (form: OpenDialog | null) => form?.fields.title;

beforeEach(() => useTaskDialog.setState({ dialog: null, left: {} }));

test('restores a draft when its form reopens, in the same place only', () => {
  dialogs().openAdd();
  dialogs().write({ title: 'Buy paint' });
  dialogs().leave();
  expect(dialogs().dialog).toBeNull();
  dialogs().openAdd({}, 'project');
  expect(titleOf(dialogs().dialog)).toBe('');
  dialogs().leave();
  dialogs().openAdd({ timeframe: 'tomorrow' });
  expect(dialogs().dialog).toMatchObject({ fields: { title: 'Buy paint' }, project_id: null });
});

test('does not show the draft of one task in the form of another', () => {
  dialogs().openEdit(asTask('a', 'Call the plumber'));
  dialogs().write({ title: 'Call the electrician' });
  dialogs().leave();
  dialogs().openEdit(asTask('b', 'Water the plants'));
  expect(titleOf(dialogs().dialog)).toBe('Water the plants');
  dialogs().openEdit(asTask('a', 'Call the plumber'));
  expect(titleOf(dialogs().dialog)).toBe('Call the electrician');
});

test('keeps no draft of a form that was sent, cancelled or empty', () => {
  dialogs().openAdd();
  dialogs().write({ title: 'Buy paint' });
  dialogs().close();
  dialogs().openAdd();
  expect(titleOf(dialogs().dialog)).toBe('');
  dialogs().leave();
  expect(dialogs().left).toEqual({});
});

test('a given title opens a form of its own and keeps the open one as a draft', () => {
  dialogs().openAdd();
  dialogs().write({ title: 'Buy paint' });
  dialogs().openAdd({ title: 'Order tiles' });
  expect(titleOf(dialogs().dialog)).toBe('Order tiles');
  dialogs().close();
  dialogs().openAdd();
  expect(titleOf(dialogs().dialog)).toBe('Buy paint');
});

test('a form counts as written once it differs from its start or has a title', () => {
  const open = (fields?: Parameters<ReturnType<typeof dialogs>['openAdd']>[0]) => {
    dialogs().openAdd(fields);
    const { dialog } = dialogs();
    return dialog !== null && isWritten(dialog);
  };
  expect(open({ timeframe: 'tomorrow' })).toBe(false);
  expect(open({ title: 'Order tiles' })).toBe(true);
  dialogs().close();
  open();
  dialogs().write({ category: 'work' });
  const { dialog } = dialogs();
  expect(dialog && isWritten(dialog)).toBe(true);
});
