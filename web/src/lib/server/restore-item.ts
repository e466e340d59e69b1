import type { QueryClient } from '@tanstack/react-query';
import { TRASH_DAYS, type TrashKind } from '#domain/trash.ts';
import { t } from '#web/texts/app.ts';
import { forgetRemoval } from '../live/task-cache.ts';
import { logProblem } from '../log.ts';
import { notify } from '../page/toast.ts';
import { queryKeys } from './query-keys.ts';
import { isRefusal } from './refusal.ts';
import { supabase } from './supabase.ts';

/** Restores a task or project from the trash with all that belongs to it, and shows the result. */
export function restoreItem(
  client: QueryClient,
  kind: TrashKind,
  id: string,
  onRestored?: () => void,
): Promise<void> {
  return restoreItems(client, kind, [id], onRestored);
}

/** Restores several items, one by one: those restored stay restored if a later one fails. */
export async function restoreItems(
  client: QueryClient,
  kind: TrashKind,
  ids: readonly string[],
  onRestored: () => void = () => {},
): Promise<void> {
  const left = new Set(ids);
  try {
    const server = await supabase();
    for (const id of ids) {
      await server.rpc('restore', { item_id: id }).throwOnError();
      left.delete(id);
      forgetRemoval(id);
    }
    notify.success(t('trash.restored', { kind, count: ids.length }));
    onRestored();
  } catch (error) {
    logProblem('something could not be restored', error);
    const again = () => void restoreItems(client, kind, [...left]);
    notify.error(t('trash.restore_failed', { kind }), explain(error, again));
    if (left.size === ids.length) return;
  }
  const changed = [queryKeys.tasks, queryKeys.projects, queryKeys.allProjectWork, queryKeys.trash];
  await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** A refusal means that it is gone: restored or deleted elsewhere, or expired. */
function explain(error: unknown, again: () => void) {
  if (isRefusal(error)) return { detail: t('trash.restore_gone') };
  return {
    detail: t('trash.restore_failed.detail', { days: TRASH_DAYS }),
    action: { label: t('trash.try_again'), onPress: again },
  };
}
