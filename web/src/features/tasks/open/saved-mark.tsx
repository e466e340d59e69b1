import { useDeferredValue } from 'react';
import { DATE_LOCALE } from '#web/texts/locale.ts';
import { t } from '#web/texts/soon.ts';
import { useTaskDrafts } from './task-drafts.ts';
import type { OpenedView } from './use-opened-task.ts';

const clock = (moment: number): string =>
  new Date(moment).toLocaleTimeString(DATE_LOCALE, { hour: '2-digit', minute: '2-digit' });

/** Whether the server has what was typed: "Saved 21:48". */
export function SavedMark({ task }: { task: OpenedView }) {
  const draft = useTaskDrafts((state) => state.drafts[task.id]);
  const saved = useTaskDrafts((state) => state.saved[task.id]);
  const isOpen = draft !== undefined || task.isUnsent === true;
  const words = isOpen
    ? navigator.onLine
      ? t('tasks.open.saving')
      : t('tasks.unsent')
    : saved === undefined
      ? ''
      : t('tasks.open.saved', { time: clock(saved) });
  // Spoken once, not with every letter.
  const spoken = useDeferredValue(isOpen ? '' : words);
  return (
    <>
      <span className="type-slip text-text-3" aria-hidden>
        {words}
      </span>
      <output className="sr-only">{spoken}</output>
    </>
  );
}
