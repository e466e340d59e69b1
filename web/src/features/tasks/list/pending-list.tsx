import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ShownGroup, toWhen } from '#domain/days.ts';
import { currentDays, useDays } from '#web/lib/device/local-day.ts';
import { useDensity } from '#web/lib/device/use-density.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { ShownTask } from '../change/task-change.ts';
import { useTaskChange } from '../change/use-task-changes.ts';
import { BulkSlot } from '../choose/bulk-slot.tsx';
import { useRowChoice } from '../choose/use-row-choice.ts';
import { MoveProvider } from '../order/move-context.ts';
import { useRowOrder } from '../order/use-row-order.ts';
import { type CutGroup, cutGroups, GROUP_PART, type GroupLimits, reach } from './cut-groups.ts';
import { useKeptFirstRows } from './first-rows.tsx';
import { countTasks, endGroups, groupTasks, type TaskFilter, type TaskGroup } from './group-tasks.ts';
import { TaskRow, type TaskRowProps } from './task-row.tsx';
import { useTaskView } from './task-view.ts';
import { useRoom } from './use-room.ts';
import type { LongList } from './use-window.ts';

export type RowContext = Omit<TaskRowProps, 'task'>;

interface PendingListProps extends RowContext {
  tasks: readonly ShownTask[];
  filter: TaskFilter;
  /** Set if not all of them are loaded. */
  long: LongList | undefined;
  /** Shows them at the next start before any code is there. */
  isKept?: boolean;
}

/** Pending tasks by timeframe, from today on. */
export function PendingList({ tasks, filter, long, isKept = false, ...context }: PendingListProps) {
  const density = useDensity();
  const days = useDays();
  const revealed = useTaskView((view) => view.revealed);
  const [limits, setLimits] = useState<GroupLimits>({});
  const { room, rest } = useRoom(filter);
  const loaded = groupTasks(tasks, filter, days);
  const groups = long ? endGroups(loaded, long, filter, days) : loaded;
  const count = groups.reduce((sum, group) => sum + countGroup(group), 0);
  const { groups: shown, waiting } = cutGroups(groups, ...reach(groups, revealed, limits, room));
  const list = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLUListElement>(null);
  useKeptFirstRows(sheet, isKept);
  useRowChoice(list);
  const { said, move } = useRowOrder(list, groups);
  return (
    <section ref={list} aria-label={t('tasks.pending')}>
      <ul ref={sheet} className="sheet max-md:-mx-4" data-density={density}>
        <li className="flex items-baseline gap-2 ps-[calc(var(--margin)+4px)] pt-5 max-md:ps-[calc(var(--margin)+14px)] [&+.group-head]:pt-2">
          <h2 className="type-title-3">{t('tasks.pending')}</h2>
          <span className="type-slip text-text-3">{count}</span>
        </li>
        <MoveProvider value={move}>
          {shown.map((cut) => (
            <Group
              key={cut.group.name}
              cut={cut}
              long={long}
              limit={limits[cut.group.name] ?? GROUP_PART}
              onMore={(limit) => setLimits({ ...limits, [cut.group.name]: limit })}
              {...context}
            />
          ))}
        </MoveProvider>
        {waiting > 0 && (
          <li ref={rest} aria-hidden style={{ height: `calc(${waiting} * (var(--row) + 1px))` }} />
        )}
      </ul>
      <output className="sr-only">{said}</output>
      <BulkSlot tasks={tasks} filter={filter} projectNames={context.projectNames} />
    </section>
  );
}

interface GroupProps extends RowContext {
  cut: CutGroup<ShownTask>;
  long: LongList | undefined;
  /** Rows asked for. */
  limit: number;
  onMore: (limit: number) => void;
}

function Group({ cut: { group, rows, hidden }, long, limit, onMore, ...row }: GroupProps) {
  const count = group.tasks.length;
  // Also after the list was read anew, which takes back what had been added to it.
  const isShort = long?.isLoaded === true && group.more !== undefined && group.more > 0 && limit > count;
  const loadMore = useEffectEvent(() => void long?.loadMore(group.name).catch(sayUnread));
  const ends = long?.ends;
  useEffect(() => {
    if (isShort && ends) loadMore();
  }, [isShort, count, ends]);
  return (
    <>
      <li className="group-head" data-group={group.name}>
        <h3>{titleOf(group.name)}</h3>
        <span className="type-slip text-text-3">{countGroup(group)}</span>
        {group.name === 'before' && <MoveAll tasks={group.tasks} long={long} />}
      </li>
      {rows.map((task) => (
        <TaskRow key={task.client_id ?? task.id} task={task} {...row} />
      ))}
      {hidden > 0 && (
        <li className="py-2 ps-[calc(var(--margin)+4px)] max-md:ps-[calc(var(--margin)+14px)]">
          <Button look="plain" size="s" onClick={() => onMore(rows.length + GROUP_PART)}>
            {t('tasks.show_more', { count: Math.min(hidden, GROUP_PART) })}
          </Button>
        </li>
      )}
    </>
  );
}

function titleOf(name: ShownGroup): string {
  return name === 'before' ? t('tasks.before') : t(`tasks.timeframe.${name}`);
}

/** Anchors what is left from before to today. */
function MoveAll({ tasks, long }: { tasks: readonly ShownTask[]; long: LongList | undefined }) {
  const change = useTaskChange();
  const moveAll = (all: readonly ShownTask[]) => {
    const ids = all.filter((task) => !task.is_completed && task.isNew !== true).map(({ id }) => id);
    change({ kind: 'change_many', ids, values: toWhen('today', currentDays()) });
  };
  const move = () => {
    if (long) long.readGroup('before').then(moveAll, sayUnread);
    else moveAll(tasks);
  };
  return (
    <button type="button" className="link hit-40 ms-auto" onClick={move}>
      {t('tasks.before.move')}
    </button>
  );
}

function countGroup({ tasks, more = 0 }: TaskGroup<ShownTask>): number {
  return countTasks(tasks) + more;
}

function sayUnread(error: unknown): void {
  logProblem('more of a long list could not be read', error);
  notify.error(t('tasks.load_failed'));
}
