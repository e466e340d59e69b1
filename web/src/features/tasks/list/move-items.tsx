import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import Calendar from 'lucide-react/icons/calendar';
import { toShownGroup } from '#domain/days.ts';
import { TASK_TIMEFRAMES } from '#domain/task.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { t } from '#web/texts/app.ts';
import { MenuItem } from '#web/ui/overlays/menu-item.tsx';
import type { ShownTask } from '../change/task-change.ts';
import type { MoveTask } from '../order/move-context.ts';

const STEPS = [
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['top', ArrowUpToLine],
  ['bottom', ArrowDownToLine],
] as const;

/** Where a task, with all chosen with it, can go in the list: what dragging does, for keyboards and screen readers. */
export function MoveItems({ task, onMove }: { task: ShownTask; onMove: MoveTask }) {
  const group = toShownGroup(task, currentDays());
  return (
    <>
      {STEPS.map(([step, Icon]) => (
        <MenuItem key={step} icon={<Icon size={16} aria-hidden />} onSelect={() => onMove(task.id, step)}>
          {t(`tasks.move.${step}`)}
        </MenuItem>
      ))}
      {TASK_TIMEFRAMES.filter((timeframe) => timeframe !== group).map((timeframe) => (
        <MenuItem
          key={timeframe}
          icon={<Calendar size={16} aria-hidden />}
          onSelect={() => onMove(task.id, timeframe)}
        >
          {t(`tasks.timeframe.${timeframe}`)}
        </MenuItem>
      ))}
    </>
  );
}
