import { Calendar, Folder, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { PRIORITY_LABELS, TIMEFRAME_LABELS } from '#domain/task.ts';
import { CategoryLabel } from '#web/ui/category-label.tsx';
import { CHIP_CLASS } from '#web/ui/chip-class.ts';
import type { QuickToken } from './read-quick-add.ts';

interface QuickChipsProps {
  tokens: readonly QuickToken[];
  projectNames: ReadonlyMap<string, string>;
  onRemove: (token: QuickToken) => void;
}

/** What was understood. Pressing a chip means: I meant the word as a word. */
export function QuickChips({ tokens, projectNames, onRemove }: QuickChipsProps) {
  if (tokens.length === 0) return null;
  return (
    <ul aria-label="Understood" className="flex flex-wrap gap-1.5 px-3 pb-2.5 md:ps-10.75">
      {tokens.map((token) => (
        <li key={token.kind} className="flex">
          <button
            type="button"
            title={`Keep “${token.word}” as words`}
            onClick={() => onRemove(token)}
            className={`hit-40 ${CHIP_CLASS}`}
          >
            <Meaning token={token} projectNames={projectNames} />
            <X size={12} aria-hidden />
            <span className="sr-only">, keep as words</span>
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
          {TIMEFRAME_LABELS[token.value]}
        </>
      );
    case 'priority':
      return PRIORITY_LABELS[token.value];
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
