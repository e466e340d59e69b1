import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import type { Checked, CheckState } from '#domain/model-report.ts';
import { classNames } from '../../ui/class-names.ts';

const ICONS = { ok: Check, note: Check, wrong: X, untried: Minus } as const;

/** State of a check as an icon with a word. */
export function CheckMark({ state, word }: { state: CheckState; word: string }) {
  const Icon = ICONS[state];
  return (
    <span
      className={classNames(
        'type-meta inline-flex shrink-0 items-baseline gap-1.5',
        state === 'wrong' ? 'text-damage' : state === 'untried' ? 'text-text-3' : 'text-text-2',
      )}
    >
      <Icon size={14} aria-hidden className="translate-y-0.5" />
      {word}
    </span>
  );
}

/** Note and advice of a check, in the server's words. */
export function CheckedNote({ checked: { note, advice } }: { checked: Pick<Checked, 'note' | 'advice'> }) {
  return (
    <>
      {note !== null && <p className="type-meta wrap-anywhere text-text-3 first-letter:uppercase">{note}</p>}
      {advice !== null && <p className="type-meta wrap-anywhere text-text-2">{advice}</p>}
    </>
  );
}
