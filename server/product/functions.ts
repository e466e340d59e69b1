import type { FunctionDefinition } from '#server/platform/functions/function.ts';
import type { LocalDoor } from '#server/platform/http/local-door.ts';
import type { LocalModels } from '#server/providers/local-models/local-models.ts';
import { type DeleteAccountDeps, deleteAccountFunction } from './accounts/delete-account.ts';
import { ensureProfileFunction } from './accounts/ensure-profile.ts';
import type { SignedUp } from './accounts/report-sign-up.ts';
import { type Billing, billingFunctions } from './billing/billing.ts';
import { answerRunFunction } from './delegation/answer-run.ts';
import { cancelRunFunction } from './delegation/cancel-run.ts';
import { type DelegateDeps, delegateFunction } from './delegation/delegate.ts';
import { lookAtFilesFunction } from './delegation/look-at-files.ts';
import { type ExportAccountDeps, exportAccountFunction } from './exports/export-account.ts';
import { type CheckModels, checkModelsFunction } from './local-models/check-models.ts';
import { findLocalModelsFunction } from './local-models/find-local-models.ts';
import { type RedeemDeps, redeemFunction } from './redeem/redeem.ts';
import { type MailResultDeps, mailResultFunction } from './result-mails/mail-result.ts';

/** All functions of the product under /functions/v1. */
export function productFunctions(
  deps: DelegateDeps &
    RedeemDeps &
    DeleteAccountDeps &
    ExportAccountDeps &
    MailResultDeps & {
      signedUp?: SignedUp;
      billing: Billing | null;
      localModels: LocalModels | null;
      checkModels: CheckModels | null;
      door: LocalDoor;
    },
): readonly FunctionDefinition[] {
  return [
    delegateFunction(deps),
    lookAtFilesFunction(deps),
    cancelRunFunction(deps),
    answerRunFunction(deps),
    ensureProfileFunction(deps),
    redeemFunction(deps),
    exportAccountFunction(deps),
    deleteAccountFunction(deps),
    mailResultFunction(deps),
    ...(deps.localModels ? [findLocalModelsFunction({ ...deps, localModels: deps.localModels })] : []),
    ...(deps.checkModels ? [checkModelsFunction({ ...deps, checkModels: deps.checkModels })] : []),
    ...(deps.billing ? billingFunctions(deps.billing) : []),
  ];
}
