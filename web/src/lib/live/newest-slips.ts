import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { queryKeys } from '../server/query-keys.ts';
import type { PendingList } from './task-cache.ts';

/** Number of answers that stay unfolded, so that the list stays the focus of the page. */
const UNFOLDED = 2;

/** Cached by list: every slip asks, on every change of any query. */
const newest = new WeakMap<PendingList, ReadonlySet<string>>();

/** Ids of the newest answers of pending tasks. */
export function newestSlips(list: PendingList): ReadonlySet<string> {
  const known = newest.get(list);
  if (known) return known;
  const slips = list.rows.flatMap(({ is_completed, delivery }) =>
    delivery && !is_completed ? [delivery] : [],
  );
  const latest = slips
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, UNFOLDED)
    .map(({ id }) => id);
  const ids = new Set(latest);
  newest.set(list, ids);
  return ids;
}

/** True for the newest answers of pending tasks. */
export function useIsNewestSlip(id: string): boolean {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  return useSyncExternalStore(subscribe, () => {
    const list = client.getQueryData<PendingList>(queryKeys.pending);
    return list !== undefined && newestSlips(list).has(id);
  });
}
