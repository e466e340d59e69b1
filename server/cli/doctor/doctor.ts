import { silentLog } from '#server/lib/log.ts';
import type { StorageConfig } from '../../config/read-storage.ts';
import type { Config } from '../../config.ts';
import { openS3 } from '../../open/files.ts';
import { type ActResult, OperatorError } from '../../product/operator/operator-act.ts';
import { ObjectStoreError } from '../../providers/object-store/object-store.ts';
import { checkDatabase } from './check-database.ts';
import { checkFolder } from './check-folder.ts';
import { checkModelEndpoints } from './check-models.ts';
import { checkServices } from './check-services.ts';

/**
 * The result of one check. `note`: it works, but an operator should know something; `wrong`: something doesn't work;
 * `untried`: not checked. `found` is for people, possibly in several lines, and contains no secret: no key, no
 * password, no URL that could include one. `details` are for programs.
 */
export interface Finding {
  readonly state: 'ok' | 'note' | 'wrong' | 'untried';
  readonly part: string;
  readonly found: string | readonly string[];
  readonly details?: object;
}

/**
 * Checks what works in this installation and what doesn't, without contacting anything but this machine, the
 * database and the store for files; with `ai`, the connected models are tried too. An unreadable configuration has been rejected before, with
 * a list of all its mistakes.
 */
export async function doctor(
  config: Config,
  { ai, pictures }: Readonly<Record<string, unknown>> = {},
): Promise<ActResult> {
  if (pictures === true && ai !== true) throw new OperatorError('--pictures needs --ai.');
  const findings: readonly Finding[] = [
    ...checkFolder(config),
    ...(await checkDatabase(config)),
    ...(await checkFilePlaces(config)),
    ...checkServices(config),
    ...(ai === true
      ? await checkModelEndpoints(config, { makesPicture: pictures === true, log: silentLog })
      : []),
  ];
  return findings.map((finding) => ({ ...finding }));
}

const FILES = 'files';

/** Asks the places for files whether they're there. */
async function checkFilePlaces(config: Config): Promise<Finding[]> {
  const { storage, otherStorage } = config;
  const findings = [await checkFilePlace(config, storage)];
  if (otherStorage !== null) {
    const found = 'others are still in STORAGE_OTHER_URL: run move-files, then remove it';
    findings.push(await checkFilePlace(config, otherStorage), { state: 'note', part: FILES, found });
  }
  return findings;
}

async function checkFilePlace(config: Config, place: StorageConfig): Promise<Finding> {
  if (place.kind === 'disk') return { state: 'ok', part: FILES, found: 'in the data folder' };
  const store = await openS3(place, config);
  try {
    await store.probe();
    return { state: 'ok', part: FILES, found: `${place.name}, reachable` };
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    return { state: 'wrong', part: FILES, found: `${place.name}: ${error.message}` };
  } finally {
    store.close();
  }
}
