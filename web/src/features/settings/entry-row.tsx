import type { LucideIcon } from 'lucide-react/types';
import type { ReactNode } from 'react';

interface EntryRowProps {
  icon: LucideIcon;
  title: ReactNode;
  /** Small print below the row; several notes share a line. */
  note: ReactNode;
  /** Buttons of the row. */
  children?: ReactNode;
}

/** A session, a key or a linked service in a list. */
export function EntryRow({ icon: Icon, title, note, children }: EntryRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5">
      <Icon size={16} aria-hidden className="shrink-0 text-text-3" />
      <div className="min-w-40 flex-1">
        <p dir="auto" className="wrap-anywhere">
          {title}
        </p>
        <p className="type-slip flex flex-wrap gap-x-4 wrap-anywhere text-text-3">{note}</p>
      </div>
      {children}
    </li>
  );
}
