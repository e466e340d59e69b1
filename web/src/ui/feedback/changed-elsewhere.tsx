import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

export interface ChangedElsewhereProps {
  heading: string;
  /** Differences of the other version. */
  children: ReactNode;
  /** Consequence of saving this version. */
  note: string;
  takeLabel: string;
  onTake: () => void;
  /** A button beside it. */
  other?: ReactNode;
}

/** Conflict in a form: the same item was saved in another tab or on another device. Offers both versions. */
export function ChangedElsewhere({
  heading,
  children,
  note,
  takeLabel,
  onTake,
  other,
}: ChangedElsewhereProps) {
  return (
    <div role="alert" className="grid gap-2 rounded-paper border-b border-ink bg-ink-wash px-3 py-2.5">
      <p className="type-ui flex items-start gap-2.5">
        <GitCompareArrows size={16} aria-hidden className="mt-0.5 shrink-0 text-ink" />
        {heading}
      </p>
      <div className="ps-6.5">
        {children}
        <p className="type-meta mt-1 text-text-2">{note}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="s" onClick={onTake}>
            {takeLabel}
          </Button>
          {other}
        </div>
      </div>
    </div>
  );
}
