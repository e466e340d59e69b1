import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { silentLog } from '../lib/log.ts';
import { MIGRATIONS, openDatabase } from '../open-database.ts';
import { type Database, DatabaseError } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { loadKeys } from '../platform/http/keys.ts';
import { OPERATOR_ACTS } from '../product/operator/acts.ts';
import { type ActResult, OperatorError, performAct } from '../product/operator/operator-act.ts';
import { noteErasedAccounts } from '../product/recovery/erased-accounts.ts';
import { assertInstallation } from './assert-installation.ts';
import { INSTALLATION_COMMANDS } from './installation-commands.ts';

/**
 * Does what was asked: by this process itself where the installation is meant as a whole, else in its database, or
 * where the running server has the embedded one to itself, through the server. Throws OperatorError.
 */
export async function perform(
  config: Config,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ActResult> {
  const own = INSTALLATION_COMMANDS.get(name);
  if (own) return own(config, input);
  assertInstallation(config);
  const act = OPERATOR_ACTS.get(name);
  if (!act) throw new Error(`there is no act ${name}`);
  // Before anything is opened: what is typed wrongly is said at once.
  act.prepare(input);
  const database = await openUnlessHeld(config);
  if (database === 'held') return askServer(config, name, input);
  try {
    // A server of this version may be open on the same PostgreSQL; migrations wait for each other.
    await migrate(database, { folders: MIGRATIONS, log: silentLog });
    const result = await performAct({ database, catalogue: config.catalogue }, act, input);
    await noteErasedAccounts(database, config.erasedAccountsFile);
    return result;
  } finally {
    await database.close(5_000);
  }
}

async function openUnlessHeld(config: Config): Promise<Database | 'held'> {
  try {
    return await openDatabase(config, { log: silentLog, alone: false });
  } catch (error) {
    const isHeld = error instanceof DatabaseError && error.code === '55006';
    if (isHeld && config.database.kind === 'pglite') return 'held';
    throw error;
  }
}

const answers = z.object({
  result: z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]),
});
const refusal = z.object({ message: z.string() });

async function askServer(config: Config, name: string, input: object): Promise<ActResult> {
  const address = `http://${localHost(config.host)}:${config.port}`;
  const keys = await loadKeys({
    store: { kind: 'file', path: join(config.dataDir, 'keys.json') },
    ...config.keys,
  });
  const response = await fetch(`${address}/local/operator/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.serviceRoleKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    redirect: 'error',
    signal: AbortSignal.timeout(130_000),
  }).catch((cause: unknown) => {
    throw new OperatorError(
      `A server has the database open, but does not answer at ${address}. ${SAME_SETTINGS}`,
      {
        cause,
      },
    );
  });
  if (response.ok) return answers.parse(await response.json()).result;
  if (response.status === 422) throw new OperatorError(refusal.parse(await response.json()).message);
  if (response.status === 404) {
    throw new OperatorError(
      `What answers at ${address} is not the server of ${config.dataDir}. ${SAME_SETTINGS}`,
    );
  }
  throw new OperatorError(`The server at ${address} failed (${response.status}); its log says why.`);
}

const SAME_SETTINGS =
  'Run this with the same PORT, HOST, DATA_DIR and keys as the server, or stop the server first.';

/** Where a server that listens everywhere is found on its own machine. */
function localHost(host: string | null): string {
  return host === '::1' ? '[::1]' : host === 'localhost' ? host : '127.0.0.1';
}
