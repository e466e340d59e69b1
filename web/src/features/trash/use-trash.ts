import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { restoreItem } from '#web/lib/server/restore-item.ts';
import { t } from '#web/texts/soon.ts';
import { deleteForever, emptyTrash, readTrash, type TrashItem } from './read-trash.ts';

const FIRST: TrashItem | null = null;

/** The trash, page by page. */
export function useTrash() {
  return useInfiniteQuery({
    queryKey: queryKeys.trash,
    queryFn: ({ pageParam }) => readTrash(pageParam),
    initialPageParam: FIRST,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1) : undefined),
    // Restoring needs the server, so there is no point in a copy on the device.
    meta: { volatile: true },
  });
}

/** Calls `onLeaving` before the row goes. */
export function useRestore({ kind, id }: TrashItem, onLeaving: () => void) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => restoreItem(client, kind, id, onLeaving),
  });
}

/** Target of "Delete forever": one item, or all up to the newest shown. */
export type Doomed =
  | { readonly kind: 'one'; readonly item: TrashItem }
  | { readonly kind: 'all'; readonly newest: TrashItem; readonly count: number };

export function useDeleteForever(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    // Must not queue offline: it would delete for good hours after the confirmation.
    networkMode: 'always',
    retry: false,
    mutationFn: (doomed: Doomed) =>
      doomed.kind === 'one' ? deleteForever(doomed.item.id) : emptyTrash(doomed.newest),
    onSuccess: async (_nothing, doomed) => {
      await client.invalidateQueries({ queryKey: queryKeys.trash });
      notify.success(t('trash.deleted', { count: doomed.kind === 'one' ? 1 : doomed.count }));
      onDeleted();
    },
    onError: (error) => {
      logProblem('the trash could not be emptied', error);
      notify.error(t('trash.delete_failed'), { detail: t('trash.delete_failed.detail') });
    },
  });
}
