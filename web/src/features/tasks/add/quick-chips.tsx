import Calendar from 'lucide-react/icons/calendar';
import Folder from 'lucide-react/icons/folder';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { toDatedWhen } from '#domain/days.ts';
import type { TaskPriority } from '#domain/task.ts';
import { currentDays } from '#web/lib/device/local-day.ts';
import { dueDay } from '#web/lib/format/due-day.ts';
import { t } from '#web/texts/app.ts';
import { CategoryLabel } from '#web/ui/marks/category-label.tsx';
import { CHIP_CLASS } from '#web/ui/marks/chip-class.ts';
import type { QuickToken } from './read-quick-add.ts';

/** Margin marks of the two pressing priorities. */
const PRESSES: Readonly<Partial<Record<TaskPriority, string>>> = { urgent: '!!', high: '!' };

interface QuickChipsProps {
  tokens: readonly QuickToken[];
  projectNames: ReadonlyMap<string, string>;
  onRemove: (token: QuickToken) => void;
}

/**
 * Chips of recognised words. Pressing one turns it back into plain text. They lie over the page while one writes, so
 * that nothing below moves with each word.
 */
export function QuickChips({ tokens, projectNames, onRemove }: QuickChipsProps) {
  if (tokens.length === 0) return null;
  return (
    <ul
      aria-label={t('tasks.quick.understood')}
      // Otherwise a press would take the focus from the field, and with it the chips, before the click.
      onPointerDown={(event) => event.preventDefault()}
      className="invisible absolute -inset-x-px top-full z-4 mt-1 flex flex-wrap gap-1.5 rounded-control border border-line bg-raised px-3 py-2 shadow-(--lift-menu) group-focus-within:visible md:px-10.75"
    >
      {tokens.map((token) => (
        <li key={token.kind} className="flex">
          <button
            type="button"
            title={t('tasks.quick.keep', { word: token.word })}
            onClick={() => onRemove(token)}
            className={`hit-40 ${CHIP_CLASS}`}
          >
            <Meaning token={token} projectNames={projectNames} />
            <X size={12} aria-hidden />
            <span className="sr-only">{t('tasks.quick.keep_spoken')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Meaning({
  token,
  projectNames,
}: {
  token: QuickToken;
  projectNames: ReadonlyMap<string, string>;
}): ReactNode {
  switch (token.kind) {
    case 'timeframe':
      return (
        <>
          <Calendar size={14} aria-hidden />
          {t(`tasks.timeframe.${token.value}`)}
        </>
      );
    case 'date':
      return (
        <>
          <Calendar size={14} aria-hidden />
          {t(`tasks.timeframe.${toDatedWhen(token.value, currentDays()).timeframe}`)}
          <span className="type-slip">{dueDay(token.value)}</span>
        </>
      );
    case 'priority':
      return (
        <>
          {PRESSES[token.value] && <b aria-hidden>{PRESSES[token.value]}</b>}
          {t(`tasks.priority.${token.value}`)}
        </>
      );
    case 'category':
      return <CategoryLabel category={token.value} />;
    case 'project':
      return (
        <>
          <Folder size={14} aria-hidden />
          {projectNames.get(token.value)}
        </>
      );
  }
}
