import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#web/texts/soon.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { InlineError } from '#web/ui/feedback/inline-error.tsx';
import { Palette } from '#web/ui/overlays/palette.tsx';
import type { Command } from './command.ts';
import { type Find, type FindOf, QUERY_MAX, readFinds } from './find.ts';
import { commandGroup, type FoundBy, groupFinds, recentGroup } from './palette-groups.tsx';
import { endTypeAhead } from './type-ahead.ts';
import { useFinds } from './use-finds.ts';

const KEY = ['recent_finds'];
const MOST = 5;

/** Recently opened items, newest first, kept per user on this device. */
function useRecentFinds(): Find[] {
  const { data } = useQuery<unknown>({ queryKey: KEY, enabled: false });
  return readFinds(data);
}

function rememberFind(client: QueryClient, find: Find): void {
  client.setQueryData<unknown>(KEY, (kept: unknown) => [find, ...without(kept, find.id)].slice(0, MOST));
}

/** Removes an item that no longer exists. */
function forgetFind(client: QueryClient, id: string): void {
  client.setQueryData<unknown>(KEY, (kept: unknown) => without(kept, id));
}

const without = (kept: unknown, id: string): Find[] => readFinds(kept).filter((find) => find.id !== id);

export interface SearchPaletteProps {
  onClose: () => void;
  commands: readonly Command[];
  projectNames: ReadonlyMap<string, string>;
  /** Opens a find. Resolves to false if it no longer exists. */
  onOpen: (find: Find) => Promise<boolean>;
  onDelegate: (task: FindOf<'task'>) => void;
  onAddTask: (title: string) => void;
}

/** Palette to search everything and run commands by keyboard. Loaded on demand. */
export function SearchPalette(props: SearchPaletteProps) {
  const { onClose, commands, projectNames, onOpen, onDelegate, onAddTask } = props;
  const client = useQueryClient();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const found = useFinds(query);
  const recent = useRecentFinds();

  const close = (act: () => void) => {
    onClose();
    act();
  };
  const openFind = async (find: Find) => {
    rememberFind(client, find);
    if (!(await onOpen(find))) forgetFind(client, find.id);
  };
  const context: FoundBy = {
    query: typed === '' ? '' : found.query,
    projectNames,
    onOpen: (find) => close(() => void openFind(find)),
    onDelegate: (find) => find.kind === 'task' && close(() => onDelegate(find)),
  };
  const closing = commands.map((command) => ({ ...command, run: () => close(command.run) }));
  const groups = [
    ...(typed === '' ? recentGroup(recent, context) : groupFinds(found.finds, context)),
    commandGroup(closing, typed, (title) => close(() => onAddTask(title))),
  ];
  return (
    <Palette
      onClose={onClose}
      label={t('search.title')}
      placeholder={t('search.placeholder')}
      query={query}
      onQuery={setQuery}
      onFocus={() => setQuery(query + endTypeAhead())}
      maxLength={QUERY_MAX}
      groups={groups.filter(({ entries }) => entries.length > 0)}
      status={typed !== '' && found.finds.length === 0 && <NothingYet typed={typed} {...found} />}
      spoken={found.isAwaited || typed === '' ? '' : t('search.found', { count: found.finds.length })}
    />
  );
}

interface NothingYetProps {
  typed: string;
  isAwaited: boolean;
  isFailed: boolean;
  retry: () => void;
}

/** Says why there are no results. */
function NothingYet({ typed, isAwaited, isFailed, retry }: NothingYetProps) {
  if (isFailed) {
    const again = (
      <Button look="plain" size="s" onClick={retry}>
        {t('search.retry')}
      </Button>
    );
    return <InlineError action={again}>{t('search.failed')}</InlineError>;
  }
  // Delayed in CSS: most searches are answered before.
  if (isAwaited) return <span className="[animation:appear_0s_600ms_both]">{t('search.awaited')}</span>;
  return t('search.nothing', { query: typed });
}
