import { TASK_CATEGORIES, TASK_TIMEFRAMES } from '#domain/task.ts';
import { useDays } from '#web/lib/device/local-day.ts';
import { t } from '#web/texts/app.ts';
import { FilterTabs } from '#web/ui/controls/filter-tabs.tsx';
import { countByFilter, type Sortable } from './group-tasks.ts';
import { useTaskView } from './task-view.ts';

const CATEGORIES = ['all', ...TASK_CATEGORIES] as const;
const TIMEFRAMES = ['all', ...TASK_TIMEFRAMES] as const;

/** Category on the left, timeframe on the right, each with its number of pending tasks. */
export function TaskFilters({ pending }: { pending: readonly Sortable[] }) {
  const { filter, setFilter } = useTaskView();
  const counts = countByFilter(pending, filter, useDays());
  return (
    <div className="mt-4 flex scroll-strip items-center gap-5 border-b border-line max-md:-mx-4 max-md:px-4 md:justify-between md:gap-6 [&>*]:shrink-0">
      <FilterTabs
        label={t('tasks.category')}
        value={filter.category}
        onChange={(category) => setFilter({ category })}
        tabs={CATEGORIES.map((value) => ({
          value,
          label: t(`tasks.category.${value}`),
          count: counts.category[value],
        }))}
      />
      {/* In one strip on phones, where both groups begin with "All". */}
      <span aria-hidden className="type-meta border-s border-line-strong ps-5 text-text-3 md:hidden">
        {t('tasks.timeframe')}
      </span>
      <FilterTabs
        label={t('tasks.timeframe')}
        value={filter.timeframe}
        onChange={(timeframe) => setFilter({ timeframe })}
        tabs={TIMEFRAMES.map((value) => ({
          value,
          label: t(`tasks.timeframe.${value}`),
          // "All" would repeat the count of the category beside it.
          ...(value !== 'all' && { count: counts.timeframe[value] }),
        }))}
      />
    </div>
  );
}
