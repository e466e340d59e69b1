import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Run, runRow } from '#domain/rows/run-row.ts';
import { putRun } from '#web/lib/live/task-cache.ts';
import { logProblem } from '#web/lib/log.ts';
import { notify } from '#web/lib/page/toast.ts';
import { queryKeys } from '#web/lib/server/query-keys.ts';
import { restartReads } from '#web/lib/server/refetch.ts';
import { columnsOf } from '#web/lib/server/rows.ts';
import { supabase } from '#web/lib/server/supabase.ts';
import { t } from '#web/texts/app.ts';

/** State of a slip that its owner may change. */
type SlipState = Partial<Pick<Run, 'opened_at' | 'is_folded'>>;

interface SlipChange {
  readonly run: Run;
  readonly state: SlipState;
}

const KEY = ['slip_change'];

/** Folds or unfolds a slip on all devices, or notes that its answer was opened. Shown at once. */
export function useChangeSlip() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    mutationFn: saveSlip,
    // Serialised, so that the last choice wins.
    scope: { id: 'slips' },
    onMutate: ({ run, state }) => putRun(client, { ...run, ...state }),
    onSuccess: (stored) => {
      if (isLast(client)) putRun(client, stored);
      restartReads(client, queryKeys.tasks);
    },
    onError: (error, { run, state }) => {
      logProblem('a slip was not changed', error);
      if (isLast(client)) putRun(client, run);
      // That an answer was opened is noted again when it is opened again.
      if ('is_folded' in state) notify.error(t('delegation.slip.fold_failed'));
    },
  }).mutate;
}

/** A later change is still to come, and is what the list shows. */
const isLast = (client: QueryClient) => client.isMutating({ mutationKey: KEY }) === 1;

async function saveSlip({ run, state }: SlipChange): Promise<Run> {
  const server = await supabase();
  const { data } = await server
    .from('ai_runs')
    .update(state)
    .eq('id', run.id)
    .select(columnsOf(runRow))
    .single()
    .throwOnError();
  return runRow.parse(data);
}
