import CalendarDays from 'lucide-react/icons/calendar-days';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { TaskCategory, TaskPriority, TaskTimeframe } from '#domain/task.ts';
import { t as appText } from '#web/texts/app.ts';
import { t } from '#web/texts/pages.ts';
import { Badge } from '#web/ui/marks/badge.tsx';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';

export interface SampleTaskProps {
  title: string;
  category: TaskCategory;
  timeframe: TaskTimeframe;
  priority: TaskPriority;
  done?: boolean;
}

/** A sample task with all its attributes. */
export function SampleTask({ title, category, timeframe, priority, done = false }: SampleTaskProps) {
  return (
    <figcaption className="sample-task" data-done={done || undefined}>
      <span className="check" data-checked={done || undefined} />
      <span className="row-text">{title}</span>
      <ul aria-label={t('landing.people.task')} className="col-start-2 flex flex-wrap gap-1.5 [&>li]:flex">
        <li>
          <Badge>
            <CategoryLabel category={category} />
          </Badge>
        </li>
        <li>
          <Badge>
            <CalendarDays size={14} aria-hidden />
            {appText(`tasks.timeframe.${timeframe}`)}
          </Badge>
        </li>
        <li>
          <Badge look={priority === 'urgent' ? 'filled' : priority === 'high' ? 'strong' : 'edge'}>
            {appText(`tasks.priority.${priority}`)}
          </Badge>
        </li>
        <li>
          <Badge look="slip">
            <ReceiptText size={14} aria-hidden />
            {t('landing.people.assisted')}
          </Badge>
        </li>
      </ul>
    </figcaption>
  );
}
