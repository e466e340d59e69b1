import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Find, findByWords } from './find.ts';
import { hasWords } from './mark-words.ts';

/** Debounce of a query while an earlier one is under way, in milliseconds. */
const PAUSE_MS = 150;

/**
 * Searches as the user types, at once or when the search under way has been answered: as often as the server keeps up
 * with. Until results arrive, those of the previous query that still match are shown; results of an outdated query are
 * dropped.
 */
export function useFinds(typed: string) {
  const wanted = typed.trim();
  const [query, setQuery] = useState('');
  const isAsked = query !== '' && wanted !== '';
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['finds', query],
    queryFn: ({ signal }) => findByWords(query, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // Always stale: rows may have changed since the last search.
    staleTime: 0,
    gcTime: 60_000,
    // Fail at once when offline instead of waiting for the network.
    networkMode: 'always',
    meta: { volatile: true },
  });
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), isFetching ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [wanted, isFetching]);
  const isOlder = query !== wanted || isPlaceholderData;
  const found = isAsked && !isError ? (data ?? []) : [];
  return {
    finds: isOlder ? stillFound(found, wanted) : found,
    /** Query behind the finds, for highlighting; undefined while unknown. */
    query,
    isAwaited: wanted !== '' && (isFetching || query !== wanted),
    isFailed: isAsked && isError && !isFetching,
    retry: () => void refetch(),
  };
}

/** Previous finds that still match what is typed, so that Enter never opens an outdated one. */
export function stillFound(finds: readonly Find[], typed: string): Find[] {
  return finds.filter((find) => hasWords(`${find.title} ${find.excerpt ?? ''}`, typed));
}
