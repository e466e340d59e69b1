import type { Config } from '../../config.ts';
import { openDataDir } from '../../open/data-dir.ts';
import type { ActResult } from '../../product/operator/operator-act.ts';
import { markRestored } from '../../product/recovery/restored-mark.ts';
import { collectErased, erasedInput, writeCollected } from './erased-list.ts';

/**
 * Records that the database was restored by other means: the next start reconciles what happened since. Throws
 * OperatorError.
 */
export async function afterRestore(
  config: Config,
  input: Readonly<Record<string, unknown>>,
): Promise<ActResult> {
  const accounts = collectErased(config, erasedInput.parse(input).erased);
  openDataDir(config.dataDir);
  writeCollected(config, accounts);
  markRestored(config.dataDir);
  return { erased_accounts: accounts.length, next: 'start Errand' };
}
