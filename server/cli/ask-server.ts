import { join } from 'node:path';
import { z } from 'zod';
import { timeoutSignal } from '#server/lib/timeout-signal.ts';
import type { Config } from '../config.ts';
import { silentLog } from '../lib/log.ts';
import { openDatabase } from '../open/database.ts';
import { type Keys, loadKeys } from '../platform/http/tokens/keys.ts';
import { type ActResult, OperatorError } from '../product/operator/operator-act.ts';

const answers = z.object({
  result: z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]),
});
const refusal = z.object({ message: z.string() });

/** Asks the running server, which has the database open, to perform an operator action. Throws OperatorError. */
export async function askServer(config: Config, name: string, input: object): Promise<ActResult> {
  const address = `http://${localHost(config.host)}:${config.port}`;
  const keys = await readKeys(config);
  const response = await fetch(`${address}/local/operator/${name}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.serviceRoleKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    redirect: 'error',
    signal: timeoutSignal(130_000),
  }).catch((cause: unknown) => {
    throw new OperatorError(
      `A server has the database open but doesn't answer at ${address}. ${SAME_SETTINGS}`,
      {
        cause,
      },
    );
  });
  if (response.ok) return answers.parse(await response.json()).result;
  if (response.status === 422) throw new OperatorError(refusal.parse(await response.json()).message);
  if (response.status === 404) {
    throw new OperatorError(`The server at ${address} doesn't use ${config.dataDir}. ${SAME_SETTINGS}`);
  }
  throw new OperatorError(
    `The server at ${address} failed (${response.status}). See its log for the reason.`,
  );
}

const SAME_SETTINGS =
  'Run this with the same PORT, HOST, DATA_DIR and keys as the server, or stop the server first.';

async function readKeys(config: Config): Promise<Keys> {
  if (config.database.kind === 'pglite') {
    return loadKeys({ store: { kind: 'file', path: join(config.dataDir, 'keys.json') }, ...config.keys });
  }
  const database = await openDatabase(config, { log: silentLog });
  try {
    return await loadKeys({ store: { kind: 'database', database }, ...config.keys });
  } finally {
    await database.close(5_000);
  }
}

/** Address at which a server that listens on all interfaces is reached locally. */
function localHost(host: string | null): string {
  return host === '::1' ? '[::1]' : host === 'localhost' ? host : '127.0.0.1';
}
