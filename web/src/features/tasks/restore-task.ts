import type { QueryClient } from '@tanstack/react-query';
import { logProblem } from '#web/lib/log.ts';
import { queryKeys } from '#web/lib/query-keys.ts';
import { supabase } from '#web/lib/supabase.ts';
import { notify } from '#web/lib/toast.ts';

/** Brings a deleted task back from the trash, with its answers. */
export async function restoreTask(client: QueryClient, id: string): Promise<void> {
  try {
    const server = await supabase();
    await server.rpc('restore', { item_id: id }).throwOnError();
    await client.invalidateQueries({ queryKey: queryKeys.tasks });
  } catch (error) {
    logProblem('a task could not be restored', error);
    notify.error('Failed to restore task', {
      detail: 'It stays in the trash for 30 days.',
      action: { label: 'Try again', onPress: () => void restoreTask(client, id) },
    });
  }
}
