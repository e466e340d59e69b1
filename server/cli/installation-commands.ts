import type { Config } from '../config.ts';
import type { ActResult } from '../product/operator/operator-act.ts';
import { afterRestore } from './backup/after-restore.ts';
import { backUp } from './backup/back-up.ts';
import { restore } from './backup/restore.ts';
import { doctor } from './doctor/doctor.ts';
import { migrateDatabase } from './migrate-database.ts';

/**
 * What is done to an installation as a whole, by this process itself: no running server is asked, and no row of the
 * audit is written, which would change what is looked at.
 */
export const INSTALLATION_COMMANDS: ReadonlyMap<
  string,
  (config: Config, input: Readonly<Record<string, unknown>>) => Promise<ActResult>
> = new Map([
  ['backup', backUp],
  ['restore', restore],
  ['after-restore', afterRestore],
  ['migrate', migrateDatabase],
  ['doctor', doctor],
]);
