import { type DelegableTask, useDelegationDialogs } from '#web/features/delegation/open-delegation.ts';
import { useUpgradeDialog } from '#web/lib/plans/upgrade-dialog.ts';
import { readCredits } from '#web/lib/plans/use-credits.ts';

/** Opens the delegation form, or without a credit the upgrade dialog. One stable function for every row. */
export function startDelegation(task: DelegableTask): void {
  if (readCredits().canDelegate) useDelegationDialogs.getState().openDelegate(task);
  else useUpgradeDialog.getState().open();
}
