import Folder from 'lucide-react/icons/folder';
import Plus from 'lucide-react/icons/plus';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Square from 'lucide-react/icons/square';
import SquareCheck from 'lucide-react/icons/square-check';
import { toExcerpt } from '#domain/preview.ts';
import { t } from '#web/texts/soon.ts';
import type { PaletteEntry, PaletteGroup } from '#web/ui/overlays/palette-entry.ts';
import type { Command } from './command.ts';
import type { Find } from './find.ts';
import { hasWords, markWords } from './mark-words.ts';

export interface FoundBy {
  /** Query behind the finds, for highlighting. */
  readonly query: string;
  readonly projectNames: ReadonlyMap<string, string>;
  readonly onOpen: (find: Find) => void;
  readonly onDelegate: (find: Find) => void;
}

/** Groups finds by kind in the server's order. */
export function groupFinds(finds: readonly Find[], found: FoundBy): PaletteGroup[] {
  const heads = [
    ['task', t('search.tasks')],
    ['answer', t('search.answers')],
    ['project', t('search.projects')],
  ] as const;
  return heads
    .map(([kind, label]) => ({
      id: kind,
      label,
      entries: finds.filter((find) => find.kind === kind).map((find) => toEntry(find, found)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Group of recently opened items of all kinds. */
export function recentGroup(finds: readonly Find[], found: FoundBy): PaletteGroup[] {
  if (finds.length === 0) return [];
  return [{ id: 'recent', label: t('search.recent'), entries: finds.map((find) => toEntry(find, found)) }];
}

/** Commands that match the query, followed by one that adds it as a task. */
export function commandGroup(
  commands: readonly Command[],
  typed: string,
  onAddTask: (title: string) => void,
): PaletteGroup {
  const entries: PaletteEntry[] = commands
    .filter(({ label, words = '' }) => hasWords(`${label} ${words}`, typed))
    .map(({ label, ...command }) => ({ ...command, label: <MarkedText text={label} query={typed} /> }));
  if (typed !== '') {
    const label = t('search.add_task_called', { title: typed });
    entries.push({ id: 'add-typed', Icon: Plus, label, run: () => onAddTask(typed) });
  }
  return { id: 'commands', label: t('search.commands'), entries };
}

function toEntry(find: Find, { query, projectNames, onOpen, onDelegate }: FoundBy): PaletteEntry {
  const entry = {
    id: `${find.kind}-${find.id}`,
    label: <MarkedText text={find.title} query={query} />,
    run: () => onOpen(find),
  };
  switch (find.kind) {
    case 'task': {
      const { is_completed, project_id } = find;
      const place = is_completed ? t('search.completed') : project_id && projectNames.get(project_id);
      const note = noteOfMatch(find.excerpt, query) ?? place;
      const more = { label: t('search.delegate'), run: () => onDelegate(find) };
      const Icon = is_completed ? SquareCheck : Square;
      return { ...entry, Icon, ...(note && { note }), ...(!is_completed && { more }) };
    }
    case 'answer': {
      const excerpt = toExcerpt(find.excerpt);
      const label = excerpt === '' ? entry.label : <MarkedText text={excerpt} query={query} />;
      return { ...entry, Icon: ReceiptText, label, note: find.title };
    }
    case 'project': {
      const note = find.excerpt && <MarkedText text={toExcerpt(find.excerpt)} query={query} />;
      return { ...entry, Icon: Folder, ...(note && { note }) };
    }
  }
}

/** The notes, if the match is in them. */
function noteOfMatch(excerpt: string | null, query: string) {
  const notes = toExcerpt(excerpt ?? '');
  if (!markWords(notes, query).some(({ isMatch }) => isMatch)) return undefined;
  return <MarkedText text={notes} query={query} />;
}

/** Highlights matches as text: nothing in it becomes markup. */
function MarkedText({ text, query }: { text: string; query: string }) {
  return markWords(text, query).map((piece, index) =>
    piece.isMatch ? (
      <mark
        // Pieces have no id but their index.
        key={`piece-${index}`}
        className="marked-word"
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
