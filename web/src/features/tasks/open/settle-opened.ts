import type { QueryClient } from '@tanstack/react-query';
import { readOpened } from '#web/lib/page/opened.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { t } from '#web/texts/app.ts';
import { sendChange } from '../change/send-change.ts';
import type { TaskChange, WrittenValues } from '../change/task-change.ts';
import type { ChangedElsewhere } from '../change/task-refusals.ts';
import type { OpenedTask } from '../change/write-task.ts';
import { useTaskDrafts } from './task-drafts.ts';

type Write = TaskChange & { kind: 'write' };

/** The server has the values: the opened task shows them without asking again. */
export function settleOpened(client: QueryClient, { id, values }: Write): void {
  client.setQueryData<OpenedTask | null>(
    queryKeys.openedTask(id),
    (task) => task && { ...task, ...given(values) },
  );
  useTaskDrafts.getState().settle(id, values);
}

function given(values: WrittenValues): Partial<OpenedTask> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Asks in the opened task. Once it is closed the last save wins, and the toast offers the other version. */
export function resolveWrite(client: QueryClient, change: Write, { task, notes }: ChangedElsewhere): void {
  const { id, values } = change;
  client.setQueryData<OpenedTask | null>(
    queryKeys.openedTask(id),
    (known) => known && { ...known, ...task, notes },
  );
  const theirs = {
    ...(values.title !== undefined && { title: task.title }),
    ...(values.notes !== undefined && { notes }),
  };
  const isText = Object.keys(theirs).length > 0;
  if (isText && readOpened(location.search).task === id) return useTaskDrafts.getState().disagree(id, theirs);
  sendChange(client, { kind: 'write', id, values, ...(isText && { replaces: theirs }) });
}

/** The overwritten texts, which the user hasn't seen, can be restored. */
export function sayWritten(client: QueryClient, id: string, values: WrittenValues): void {
  const action = {
    label: t('tasks.elsewhere.put_back'),
    onPress: () => sendChange(client, { kind: 'write', id, values }),
  };
  notify.success(t('tasks.updated'), {
    detail:
      values.title === undefined
        ? t('tasks.elsewhere.replaced_notes')
        : t('tasks.elsewhere.replaced', { title: values.title }),
    duration: Number.POSITIVE_INFINITY,
    action,
  });
}
