import { silentLog } from '#server/lib/log.ts';
import type { Config } from '../../config.ts';
import { type ActResult, OperatorError } from '../../product/operator/operator-act.ts';
import { checkDatabase } from './check-database.ts';
import { checkFolder } from './check-folder.ts';
import { checkModelEndpoints } from './check-models.ts';
import { checkServices } from './check-services.ts';

/**
 * One thing that was looked at. `note`: it works, and an operator should know it; `wrong`: something does not work;
 * `untried`: it was not asked. `found` is for people, in several lines where there is much to say, and says no secret: no
 * key, no password, no address that could hold one. `details` are for programs.
 */
export interface Finding {
  readonly state: 'ok' | 'note' | 'wrong' | 'untried';
  readonly part: string;
  readonly found: string | readonly string[];
  readonly details?: object;
}

/**
 * What of this installation is usable and what is wrong, without asking anybody outside of this machine but the
 * database; with `ai`, the models that are connected are tried, too. A configuration that cannot be read has been refused
 * before, with every mistake in it.
 */
export async function doctor(
  config: Config,
  { ai, pictures }: Readonly<Record<string, unknown>> = {},
): Promise<ActResult> {
  if (pictures === true && ai !== true) throw new OperatorError('--pictures goes with --ai.');
  const findings: readonly Finding[] = [
    ...checkFolder(config),
    await checkDatabase(config),
    ...checkServices(config),
    ...(ai === true
      ? await checkModelEndpoints(config, { makesPicture: pictures === true, log: silentLog })
      : []),
  ];
  return findings.map((finding) => ({ ...finding }));
}
