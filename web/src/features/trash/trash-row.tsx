import Folder from 'lucide-react/icons/folder';
import ListChecks from 'lucide-react/icons/list-checks';
import Trash2 from 'lucide-react/icons/trash';
import { useRef } from 'react';
import { TRASH_DAYS } from '#domain/trash.ts';
import { focusContent } from '#web/lib/device/focus.ts';
import { shortDay } from '#web/lib/format/short-day.ts';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import type { TrashItem } from './read-trash.ts';
import { useRestore } from './use-trash.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days left to restore an item, rounded up; 0 means that it may be gone any moment. */
export function daysLeft(deletedAt: string, now = Date.now()): number {
  const left = Date.parse(deletedAt) + TRASH_DAYS * DAY_MS - now;
  return Math.min(TRASH_DAYS, Math.max(0, Math.ceil(left / DAY_MS)));
}

/** "Deleted today", "Deleted Thu", "Deleted 3 Nov". */
function deletedOn(deletedAt: string): string {
  const day = shortDay(deletedAt);
  return day === t('ui.day.today') ? t('trash.deleted_today') : t('trash.deleted_on', { day });
}

interface TrashRowProps {
  item: TrashItem;
  onDelete: (item: TrashItem) => void;
}

/** A deleted item: what it was, when, and how long it can be restored. */
export function TrashRow({ item, onDelete }: TrashRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const restore = useRestore(item, () => focusBeside(row.current));
  const Icon = item.kind === 'project' ? Folder : ListChecks;
  const facts = [
    t(`trash.kind.${item.kind}`),
    deletedOn(item.deleted_at),
    t('trash.days_left', { days: daysLeft(item.deleted_at) }),
  ];
  return (
    <li ref={row} className="row trash-row" data-live data-unsent={restore.isPending || undefined}>
      <Icon size={16} aria-hidden className="trash-mark" />
      <div className="row-title">
        <span className="row-text" dir="auto">
          {item.title}
        </span>
        <div className="row-fold">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      </div>
      {facts.map((fact) => (
        <span key={fact} className="row-col">
          {fact}
        </span>
      ))}
      <span className="row-acts">
        <Button
          look="plain"
          size="s"
          busy={restore.isPending}
          busyLabel={t('trash.restoring')}
          onClick={() => restore.mutate()}
        >
          {t('trash.restore')}
        </Button>
        <IconButton label={t('trash.delete')} onClick={() => onDelete(item)}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}

/** Moves focus from a row about to go: to the next row, the previous one, or the page. */
function focusBeside(row: HTMLElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const button = beside?.querySelector('button');
  if (button) button.focus();
  else focusContent();
}
