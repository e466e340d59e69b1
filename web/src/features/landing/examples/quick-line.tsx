import CalendarDays from 'lucide-react/icons/calendar-days';
import Plus from 'lucide-react/icons/plus';
import { t as appText } from '#web/texts/app.ts';
import { t } from '#web/texts/pages.ts';
import { classNames } from '#web/ui/class-names.ts';
import { CHIP_CLASS } from '#web/ui/marks/chip-class.ts';
import { UnderstoodWord } from '#web/ui/paper/understood-word.tsx';

export interface QuickLineProps {
  /** Text before the recognised words. */
  task: string;
  /** Shows the chips below, as while typing. */
  chips?: boolean;
  className?: string;
}

/** Picture of the quick-add line. */
export function QuickLine({ task, chips = false, className }: QuickLineProps) {
  return (
    <div
      className={classNames(
        'rounded-control bg-raised px-3 py-2.25 outline-2 -outline-offset-1 outline-ink',
        className,
      )}
    >
      <div className="flex items-start gap-3">
        <Plus size={18} aria-hidden className="mt-0.75" />
        <span className="grow">
          {task} <UnderstoodWord>{t('landing.sample.word_tomorrow')}</UnderstoodWord>{' '}
          <UnderstoodWord>!high</UnderstoodWord>
          {!chips && ' '}
          {!chips && <UnderstoodWord>#personal</UnderstoodWord>}
        </span>
        {!chips && <kbd className="mt-0.5 max-md:hidden">{appText('ui.key.enter')}</kbd>}
      </div>
      {chips && (
        <div className="mt-2 flex flex-wrap gap-1.5">
          <span className={CHIP_CLASS}>
            <CalendarDays size={14} aria-hidden />
            {appText('tasks.timeframe.tomorrow')}
          </span>
          <span className={CHIP_CLASS}>{appText('tasks.priority.high')}</span>
        </div>
      )}
    </div>
  );
}
