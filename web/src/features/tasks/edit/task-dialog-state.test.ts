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
  project_id: null,
  is_completed: false,
  completed_at: null,
  ai_assisted: false,
  ai_task_type: null,
  created_at: MOMENT,
  updated_at: MOMENT,
});

const titleOf = (form: OpenDialog | null) => form?.fields.title;

beforeEach(() => useTaskDialog.setState({ dialog: null, left: {} }));

test('a form that was left has its text again when it is opened again, at that place alone', () => {
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

test('what is written about one task is not shown in the form of another', () => {
  dialogs().openEdit(asTask('a', 'Call the plumber'));
  dialogs().write({ title: 'Call the electrician' });
  dialogs().leave();
  dialogs().openEdit(asTask('b', 'Water the plants'));
  expect(titleOf(dialogs().dialog)).toBe('Water the plants');
  dialogs().openEdit(asTask('a', 'Call the plumber'));
  expect(titleOf(dialogs().dialog)).toBe('Call the electrician');
});

test('what was sent or given up is not brought back, nor is a form without a word in it', () => {
  dialogs().openAdd();
  dialogs().write({ title: 'Buy paint' });
  dialogs().close();
  dialogs().openAdd();
  expect(titleOf(dialogs().dialog)).toBe('');
  dialogs().leave();
  expect(dialogs().left).toEqual({});
});

test('a title that comes along opens a form of its own, and takes nothing from the open one', () => {
  dialogs().openAdd();
  dialogs().write({ title: 'Buy paint' });
  dialogs().openAdd({ title: 'Order tiles' });
  expect(titleOf(dialogs().dialog)).toBe('Order tiles');
  dialogs().close();
  dialogs().openAdd();
  expect(titleOf(dialogs().dialog)).toBe('Buy paint');
});

test('a form is written in once it differs from its beginning, or has a title', () => {
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
