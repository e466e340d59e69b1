import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import {
  type ErasedAccount,
  readErasedAccounts,
  writeErasedAccounts,
} from '../../product/recovery/erased-accounts.ts';

/** `erased`: path to a list of erased accounts, or `none`. */
export const erasedInput = z.strictObject({ erased: z.string().trim().min(1).optional() });

/**
 * Collects the accounts that a restore must erase again, from the installation's own list and the one passed in.
 * Having no list must be stated explicitly. Throws OperatorError.
 */
export function collectErased(
  { erasedAccountsFile: own }: Config,
  handedIn: string | undefined,
): ErasedAccount[] {
  const known = existsSync(own) ? readErasedAccounts(own) : null;
  if (handedIn === undefined && known === null) {
    throw new OperatorError(
      'Accounts erased since the backup would come back. Pass their list with --erased <file> (erased-accounts.txt in the previous DATA_DIR), or --erased none.',
    );
  }
  const others = handedIn === undefined || handedIn === 'none' ? [] : readErasedAccounts(resolve(handedIn));
  return [...(known ?? []), ...others];
}

/** Adds them to the installation's current list, which may itself come from a backup. */
export function writeCollected(
  { erasedAccountsFile: own }: Config,
  accounts: readonly ErasedAccount[],
): void {
  writeErasedAccounts(own, [...(existsSync(own) ? readErasedAccounts(own) : []), ...accounts]);
}
