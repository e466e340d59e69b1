import Archive from 'lucide-react/icons/archive';
import { useEffect, useState } from 'react';
import { COMPLETED_KEPT, COMPLETED_PER_PAGE } from '#domain/task.ts';
import { useDensity } from '#web/lib/device/use-density.ts';
import type { CompletedView } from '#web/lib/server/query-keys.ts';
import { PausedNotice } from '#web/lib/server/query-waiting.tsx';
import { useUserSettings } from '#web/lib/session/user-settings.ts';
import { t } from '#web/texts/app.ts';
import { Pager } from '#web/ui/controls/pager.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { RetryError } from '#web/ui/feedback/retry-error.tsx';
import { applyChanges, type TaskChange } from '../change/task-change.ts';
import type { RowContext } from './pending-list.tsx';
import { TaskRow } from './task-row.tsx';
import { useCompleted } from './use-tasks.ts';

interface CompletedListProps extends RowContext {
  view: CompletedView;
  onTurn: (page: number) => void;
  /** Count of completed tasks without filters, if the list may warn that the oldest are removed. */
  ofAll?: number | undefined;
  unconfirmed: readonly TaskChange[];
}

/** Completed tasks, five per page, latest first. Hidden if there are none. */
export function CompletedList({ view, onTurn, ofAll, unconfirmed, ...row }: CompletedListProps) {
  const query = useCompleted(view);
  const density = useDensity();
  const total = query.data?.total ?? 0;
  const lastPage = Math.max(0, Math.ceil(total / COMPLETED_PER_PAGE) - 1);
  const isBeyond = query.isSuccess && !query.isPlaceholderData && view.page > lastPage;
  // The last task of the last page was reopened or deleted, here or elsewhere.
  useEffect(() => {
    if (isBeyond) onTurn(lastPage);
  }, [isBeyond, lastPage, onTurn]);
  // Keeps the old page's numbers until the next page has loaded.
  const [shownPage, setShownPage] = useState(view.page);
  if (!query.isPlaceholderData && shownPage !== view.page) setShownPage(view.page);
  if (query.isError && !query.data) {
    return (
      <div className="mt-10">
        <RetryError retry={t('tasks.try_again')} onRetry={() => void query.refetch()}>
          {t('tasks.load_failed')}
        </RetryError>
      </div>
    );
  }
  if (total === 0) return null;
  const tasks = applyChanges(
    query.data?.rows ?? [],
    unconfirmed.filter(({ kind }) => kind !== 'add' && kind !== 'add_many'),
  );
  return (
    <section aria-label={t('tasks.completed')}>
      <ul className="sheet max-md:-mx-4" data-density={density}>
        <li className="flex items-baseline gap-2 border-b border-line ps-[calc(var(--margin)+4px)] pt-10 pb-2 max-md:ps-[calc(var(--margin)+14px)]">
          <h2 className="type-title-3">{t('tasks.completed')}</h2>
          <span className="type-slip text-text-3">{total}</span>
        </li>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} {...row} />
        ))}
      </ul>
      {total > COMPLETED_PER_PAGE && (
        <Pager
          label={t('tasks.pager')}
          page={shownPage}
          perPage={COMPLETED_PER_PAGE}
          total={total}
          onTurn={onTurn}
          className="py-3 ps-[calc(var(--margin)+4px)]"
        />
      )}
      {query.isPlaceholderData && query.isPaused && <PausedNotice />}
      {ofAll !== undefined && <OldestRemoved total={ofAll} />}
    </section>
  );
}

function OldestRemoved({ total }: { total: number }) {
  const { data: settings } = useUserSettings();
  if (total <= COMPLETED_KEPT || settings?.remove_oldest_completed === false) return null;
  return (
    <div className="ps-[calc(var(--margin)+4px)]">
      <Notice icon={<Archive size={14} aria-hidden />}>{t('tasks.oldest_removed', { total })}</Notice>
    </div>
  );
}
