import type { Run } from '#domain/rows/run-row.ts';
import { notify } from '#web/lib/page/toast.ts';
import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';
import { readCredits } from '#web/lib/plans/use-credits.ts';
import { FunctionRefusedError } from '#web/lib/server/call-function.ts';
import { t } from '#web/texts/app.ts';
import { toReason } from './to-reason.ts';
import { toRequest } from './to-request.ts';
import { useDelegate } from './use-delegate.ts';

/** Starts the same work as a new run; without a credit, offers more. The same key makes one run at most. */
export function useTryAgain() {
  const { mutate, isPending } = useDelegate();
  const openUpgrade = useUpgradeDialog((state) => state.open);
  const showFailure = (error: Error) => {
    // The last credit was spent elsewhere, unknown to this page.
    if (error instanceof FunctionRefusedError && error.code === 'no_credits') openUpgrade();
    else notify.error(t('delegation.start_failed'), { detail: toReason(error) });
  };
  const tryAgain = (run: Run, key: string) => {
    if (readCredits().canDelegate) mutate({ request: toRequest(run), key }, { onError: showFailure });
    else openUpgrade();
  };
  return { tryAgain, isPending };
}
