import { Folder, ListChecks, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#web/texts/app.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { daysLeft, deletedOn } from './days-left.ts';
import { focusBeside } from './focus-beside.ts';
import type { TrashItem } from './read-trash.ts';
import { useRestore } from './use-trash.ts';

interface TrashRowProps {
  item: TrashItem;
  onDelete: (item: TrashItem) => void;
}

/** One deleted thing: what it was, since when, and how long it can still be brought back. */
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
