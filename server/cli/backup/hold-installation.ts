import type { Config } from '../../config.ts';
import { silentLog } from '../../lib/log.ts';
import { openDatabase } from '../../open/database.ts';
import type { Database } from '../../platform/db/database.ts';
import { OperatorError } from '../../product/operator/operator-act.ts';
import { askServer } from '../ask-server.ts';
import { claimDatabase } from './claim-database.ts';

/** Often enough for the hold of the server never to run out between two; see HOLD in the operator's room. */
const RENEW_EVERY = 5_000;

/** An installation of which nothing is removed while it is copied. */
export interface HeldInstallation {
  /** A server is at work in it. */
  readonly isServed: boolean;
  /** Lends the database of DATABASE_URL, which others may have open, too. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Throws OperatorError where the server has ended meanwhile: what was copied may not fit together. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/** Keeps every program away from the database; where a server has it, asks the server to keep still what is copied. */
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
  await askServer(config, 'hold-backup', {});
  let lost: unknown;
  const renew = (): Promise<unknown> =>
    askServer(config, 'hold-backup', {}).catch((error: unknown) => {
      lost ??= error;
    });
  const timer = setInterval(() => void renew(), RENEW_EVERY);
  return {
    isServed: true,
    withDatabase: (work) => borrow(config, work),
    async assertHeld() {
      await renew();
      if (lost === undefined) return;
      throw new OperatorError('The server ended while it was copied: run this again.', { cause: lost });
    },
    async release() {
      clearInterval(timer);
      // A server that is gone holds nothing.
      if (lost === undefined) await askServer(config, 'release-backup', {});
    },
  };
}

async function borrow<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, { log: silentLog, alone: false });
  try {
    return await work(database);
  } finally {
    await database.close(5_000);
  }
}
