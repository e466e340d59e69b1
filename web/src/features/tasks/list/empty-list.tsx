import { Trans } from '@lingui/react';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { TASK_TIMEFRAMES } from '#domain/task.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { useExamples } from '#web/lib/models/open-examples.ts';
import { useConfig } from '#web/lib/server/use-config.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useQuickLine } from '../add/quick-line.ts';
import { QUICK_ADD_ID } from '../add/quick-text.tsx';
import { countByFilter, countTasks, NO_FILTER, type Sortable, type TaskFilter } from './group-tasks.ts';
import { useTaskView } from './task-view.ts';

/** No pending tasks at all: on the first visit, or with everything done. */
export function NothingPending({ hasCompleted, onAdd }: { hasCompleted: boolean; onAdd: () => void }) {
  const isDemo = useConfig()?.ai.demo ?? false;
  const openExamples = useExamples((state) => state.open);
  const add = (
    <Button icon={<Plus size={16} aria-hidden />} onClick={onAdd}>
      {t('tasks.add')}
    </Button>
  );
  if (hasCompleted) {
    return (
      <EmptyState heading={t('tasks.empty.done')} action={add}>
        {t('tasks.empty.done_hint')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      heading={t('tasks.empty.first')}
      action={
        <>
          {add}
          <Button look="plain" onClick={isDemo ? openExamples : writeExample}>
            {t('tasks.empty.example')}
          </Button>
        </>
      }
    >
      <Trans
        id="tasks.empty.first_hint"
        components={{
          example: <span className="text-ink underline decoration-[1.5px] underline-offset-4" />,
        }}
      />
    </EmptyState>
  );
}

/** Puts an example into quick add, where it can be edited first. */
function writeExample(): void {
  useQuickLine.getState().write(t('tasks.empty.example_text'));
  document.getElementById(QUICK_ADD_ID)?.focus();
}

/** The filter hides every pending task. */
export function NothingShown({ filter, pending }: { filter: TaskFilter; pending: readonly Sortable[] }) {
  const setFilter = useTaskView((state) => state.setFilter);
  const next = filter.timeframe === 'today' ? nextTimeframe(pending, filter) : undefined;
  if (next === undefined) {
    return (
      <EmptyState
        heading={t('tasks.empty.filtered', { ...filter })}
        action={<Button onClick={() => setFilter(NO_FILTER)}>{t('tasks.empty.clear')}</Button>}
      >
        {t('tasks.empty.hidden', { hidden: countTasks(pending) })}
      </EmptyState>
    );
  }
  const { timeframe, count } = next;
  return (
    <EmptyState
      heading={t('tasks.empty.today', { category: filter.category })}
      action={
        <Button onClick={() => setFilter({ timeframe })}>{t('tasks.empty.show_next', { timeframe })}</Button>
      }
    >
      {t('tasks.empty.next', { timeframe, count })}
    </EmptyState>
  );
}

/** Next timeframe with tasks once today is done. */
function nextTimeframe(pending: readonly Sortable[], { category }: TaskFilter) {
  const counts = countByFilter(pending, { category, timeframe: 'all' }, currentDays()).timeframe;
  const timeframe = TASK_TIMEFRAMES.find((one) => counts[one] > 0);
  return timeframe && { timeframe, count: counts[timeframe] };
}

/** Error state: the list couldn't be read and there is no cached copy. */
export function ListUnreachable({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <EmptyState
      heading={t('tasks.load_failed')}
      action={
        <Button
          icon={<RotateCw size={16} aria-hidden />}
          busy={busy}
          busyLabel={t('tasks.trying')}
          onClick={onRetry}
        >
          {t('tasks.try_again')}
        </Button>
      }
    >
      {t('tasks.unreachable')}
    </EmptyState>
  );
}
