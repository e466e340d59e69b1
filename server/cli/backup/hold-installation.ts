import { z } from 'zod';
import type { Config } from '../../config.ts';
import { silentLog } from '../../lib/log.ts';
import { openDatabase } from '../../open/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { askServer } from '../ask-server.ts';
import { claimDatabase } from './claim-database.ts';

/** Milliseconds between renewals of the server's hold, so that it never expires; see HOLD in the operator's room. */
const RENEW_EVERY = 5_000;

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

/** Locks the database against other programs; if a server has it open, asks the server to hold what is copied. */
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
  const database = await openDatabase(config, { log: silentLog, alone: false });
  try {
    return await work(database);
  } finally {
    await database.close(5_000);
  }
}
