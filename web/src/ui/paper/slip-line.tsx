import type { ReactNode } from 'react';

export interface SlipLineProps {
  kind: 'folded' | 'stopped' | 'failed';
  icon?: ReactNode;
  children: ReactNode;
  /** Facts in small print: "46 of 48 pages, 1 credit", "0 credits", "credit refunded". */
  note?: string;
  /** Expand, Start again, Try again. */
  action?: ReactNode;
}

/** A slip as one line: collapsed (canary), stopped by the user (well) or failed (damage). */
export function SlipLine({ kind, icon, children, note, action }: SlipLineProps) {
  return (
    <div className="slip-line" data-kind={kind}>
      <span className="flex min-w-0 items-baseline gap-2.5">
        {icon && <span className={`translate-y-0.5 ${kind === 'failed' ? 'text-damage' : ''}`}>{icon}</span>}
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </span>
      <span className="ms-auto flex items-center gap-2.5">
        {note && (
          <span
            className={`type-slip whitespace-nowrap ${kind === 'folded' ? 'text-slip-text-2 max-md:hidden' : ''}`}
          >
            {note}
          </span>
        )}
        {action}
      </span>
    </div>
  );
}
