import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isLive, type Run } from '#domain/rows/run-row.ts';
import { countInTitle } from '#web/lib/device/count-in-title.ts';
import { slipNumber } from '#web/lib/format/slip-number.ts';
import { showSystemNotice } from '#web/lib/live/system-notices.ts';
import { knownTasks } from '#web/lib/live/task-cache.ts';
import { newId } from '#web/lib/new-id.ts';
import { useOpened, useSetOpened } from '#web/lib/page/opened.ts';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/app.ts';
import { elapsed } from '#web/ui/paper/elapsed.ts';
import { costWords } from '../cost-words.ts';
import { secondsBetween } from '../moments.ts';
import { useDelegationDialogs } from '../open-delegation.ts';
import { useTryAgain } from '../use-try-again.ts';

/** Announces the end of each run that was seen live, once, whether by live update or polling. */
export function useRunToasts(): void {
  const client = useQueryClient();
  const openResponse = useDelegationDialogs((state) => state.openResponse);
  const { tryAgain } = useTryAgain();
  const setOpened = useSetOpened();
  const { task: opened } = useOpened();
  const again = useEffectEvent(tryAgain);
  const askAbout = useEffectEvent(({ id, title }: { id: string; title: string }, run: Run) =>
    tellQuestions(title, run, {
      isShown: opened === id,
      view: () => setOpened({ task: id, answer: null }),
    }),
  );
  useEffect(() => {
    const live = new Set<string>();
    const asked = new Set<string>();
    return client.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryKey[0] !== 'tasks') return;
      for (const task of knownTasks(client)) {
        const { run } = task;
        if (run === null) continue;
        if (isLive(run)) {
          live.add(run.id);
          if (run.status === 'waiting' && !asked.has(run.id)) {
            asked.add(run.id);
            askAbout(task, run);
          }
        } else if (live.delete(run.id)) {
          const view = () => openResponse(task, run.id);
          announce(run, { view, again: (key) => again(run, key) });
          notifyIfAway(task.title, run, view);
        }
      }
    });
  }, [client, openResponse]);
}

interface Acts {
  readonly view: () => void;
  readonly again: (key: string) => void;
}

/** Replaces the toast that was shown when the run started. */
function announce(run: Run, { view, again }: Acts): void {
  switch (run.status) {
    case 'succeeded': {
      const took = secondsBetween(run.created_at, run.finished_at);
      const detail = [
        slipNumber(run.slip_number),
        took !== undefined && elapsed(took),
        costWords(run.is_demo),
      ];
      // A follow-up is shown by the answer that it was asked for in.
      const isShown = useDelegationDialogs.getState().reading?.task.id === run.task_id;
      notify.delivered(t('delegation.completed'), {
        id: run.id,
        detail: detail.filter(Boolean).join(', '),
        ...(!isShown && { action: { label: t('delegation.slip.view'), onPress: view } }),
      });
      break;
    }
    case 'failed': {
      // Made once, so that pressing it twice makes one run.
      const key = newId();
      notify.error(t('delegation.failed'), {
        id: run.id,
        duration: FAILED_MS,
        detail: [run.error_message, !run.is_demo && !run.is_unpaid && t('delegation.credit_is_back')]
          .filter(Boolean)
          .join(' '),
        action: {
          label: t('delegation.again.try', { cost: costWords(run.is_demo).toLowerCase() }),
          onPress: () => again(key),
        },
      });
      break;
    }
    case 'cancelled':
    case 'waiting':
    case 'queued':
    case 'running':
      notify.dismiss(run.id);
  }
}

/**
 * Replaces the toast that was shown when the run started. The question itself is at its task; over an opened one, as by
 * the link of a mail, a toast would only cover its title.
 */
function tellQuestions(
  title: string,
  { id, questions }: Run,
  { isShown, view }: { isShown: boolean; view: () => void },
): void {
  const text = t('delegation.questions.toast', { count: questions?.length ?? 1 });
  if (isShown) notify.dismiss(id);
  else notify.blank(text, { id, detail: title });
  if (!isAway()) return;
  if (document.hidden) countInTitle();
  showSystemNotice({ id, title: text, text: title, onPress: view });
}

/** Time to read the reason and to reach the button. */
const FAILED_MS = 10_000;

const isAway = (): boolean => document.hidden || !document.hasFocus();

/**
 * Shows a system notification to a user in another tab or program, who would miss the toast. No-op if the page
 * has focus.
 */
export function notifyIfAway(
  title: string,
  { id, status }: Pick<Run, 'id' | 'status'>,
  view: () => void,
): void {
  // A visible window without focus counts as away.
  if (status === 'cancelled' || !isAway()) return;
  // A visible tab needs no count in its title.
  if (document.hidden) countInTitle();
  const text = t(status === 'succeeded' ? 'delegation.completed' : 'delegation.failed');
  showSystemNotice({ id, title: text, text: title, onPress: view });
}
