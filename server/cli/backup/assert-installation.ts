import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';

/** A mistyped folder must not become a new installation. Throws OperatorError. */
export function assertInstallation({ database, dataDir }: Config): void {
  if (database.kind === 'pglite' && !existsSync(database.folder)) {
    throw new OperatorError(`There is no installation in ${dataDir}. Set DATA_DIR to its folder.`);
  }
}
