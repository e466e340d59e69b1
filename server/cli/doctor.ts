import type { Config } from '../config.ts';
import type { ActResult } from '../product/operator/operator-act.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { lookAtFolder } from './look-at-folder.ts';
import { lookAtServices } from './look-at-services.ts';

/**
 * One thing that was looked at. `note`: it works, and an operator should know it; `wrong`: something does not work.
 * `found` is for people, and says no secret: no key, no password, no address that could hold one.
 */
export interface Finding {
  readonly state: 'ok' | 'note' | 'wrong';
  readonly part: string;
  readonly found: string;
}

/**
 * What of this installation is usable and what is wrong, without asking anybody outside of this machine but the
 * database. A configuration that cannot be read has been refused before, with every mistake in it.
 */
export async function doctor(config: Config): Promise<ActResult> {
  const findings: readonly Finding[] = [
    ...lookAtFolder(config),
    await lookAtDatabase(config),
    ...lookAtServices(config),
  ];
  return findings.map(({ state, part, found }) => ({ state, part, found }));
}
