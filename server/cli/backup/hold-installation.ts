import { z } from 'zod';
import type { Config } from '../../config.ts';
import { silentLog } from '../../lib/log.ts';
import { DELETING, openDatabase } from '../../open/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { askServer } from '../ask-server.ts';
import { claimDatabase } from './claim-database.ts';

/** Milliseconds between renewals of the server's hold, so that it never expires; see HOLD in the operator's room. */
const RENEW_EVERY = 5_000;

/** Milliseconds; removing a file takes a few. */
const DELETIONS_END = 10_000;

/** An installation in which nothing is deleted while it is copied. */
export interface HeldInstallation {
  /** True if a server is running on it. */
  readonly isServed: boolean;
  /** Lends the database of DATABASE_URL, which others may have open too. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Throws OperatorError if the hold was lost at any time: the copy may be inconsistent. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/** Locks the database against other programs; if servers have it open, they hold what is copied. */
export async function holdInstallation(config: Config): Promise<HeldInstallation> {
  const claim = await claimDatabase(config);
  if (claim) {
    return {
      isServed: false,
      withDatabase: (work) => (claim.server ? work(claim.server) : borrow(config, work)),
      assertHeld: async () => {},
      release: () => claim.release(),
    };
  }
  return config.database.kind === 'postgres' ? holdByClaim(config) : holdByServer(config);
}

/** However many servers there are: none deletes a file while the claim lasts. */
async function holdByClaim(config: Config): Promise<HeldInstallation> {
  const database = await openDatabase(config, { log: silentLog });
  const claim = (): Promise<unknown> => database.claim(DELETING, { patience: DELETIONS_END });
  let isLost = false;
  database.onReopen(() => (isLost = true));
  try {
    if (!(await claim())) throw new OperatorError('Another backup is being made. Wait until it ends.');
  } catch (error) {
    await database.close(0);
    throw error;
  }
  return {
    isServed: true,
    withDatabase: (work) => work(database),
    async assertHeld() {
      // Asks on the connection that has the claim, which may be lost without anybody having noticed.
      if (!isLost && database.isHealthy() && (await claim()) && !isLost) return;
      throw new OperatorError('The connection to the database was lost. Nothing was saved: run this again.');
    },
    release: async () => void (await database.close(5_000)),
  };
}

async function holdByServer(config: Config): Promise<HeldInstallation> {
  const { process } = await ask(config);
  let lost: unknown;
  const renew = async (): Promise<void> => {
    try {
      const now = await ask(config);
      if (now.process !== process) throw new OperatorError('The server was restarted.');
      // Because this command, or the whole machine, was suspended for a while.
      if (!now.was_held) throw new OperatorError("Couldn't pause the server in time.");
    } catch (error) {
      lost ??= error;
    }
  };
  const timer = setInterval(() => void renew(), RENEW_EVERY);
  return {
    isServed: true,
    withDatabase: (work) => borrow(config, work),
    async assertHeld() {
      await renew();
      if (lost === undefined) return;
      const reason = lost instanceof OperatorError ? `${lost.message} ` : '';
      throw new OperatorError(`${reason}Nothing was saved. Run this again.`, { cause: lost });
    },
    async release() {
      clearInterval(timer);
      // A server that is gone holds nothing.
      if (lost === undefined) await askServer(config, 'release-backup', {});
    },
  };
}

const answer = z.object({ process: z.string(), was_held: z.boolean() });

async function ask(config: Config): Promise<z.infer<typeof answer>> {
  return answer.parse(await askServer(config, 'hold-backup', {}));
}

async function borrow<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, { log: silentLog });
  try {
    return await work(database);
  } finally {
    await database.close(5_000);
  }
}
