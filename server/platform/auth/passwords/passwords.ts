import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { newToken } from '#server/lib/ids.ts';
import { createWorkGate, GateShutError, type WorkGate } from '#server/lib/work-gate.ts';
import { refusals } from '../wire/auth-error.ts';
import { verifyBcrypt } from './bcrypt-thread.ts';

export interface Passwords {
  /**
   * Runs a password sign-in. Throws a 429 at once if too many are queued: a rejected request costs neither a hash nor
   * a query.
   */
  admit<T>(signIn: () => Promise<T>): Promise<T>;
  /** Hashes with Argon2id. Throws a 429 if too many are queued. */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. Without a hash (unknown address, no password set) it takes just as long and returns false,
   * so that the timing reveals nothing.
   */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
  /** True for hashes of another kind or with weaker settings, such as those of imported accounts. */
  isOutdated(passwordHash: string): boolean;
}

export interface HashSettings {
  /** In KiB. */
  readonly memoryCost: number;
  /** Passes. */
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's minimum: 19 MiB, two passes. One hash takes about 20 ms of one core. */
const SETTINGS: HashSettings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const ARGON2 = /^\$argon2(id|i|d)\$/;
const BCRYPT = /^\$2[aby]\$\d\d\$/;

/** Maximum number of queued hashes. */
const WAITING = 40;
/** Maximum number of queued sign-ins, leaving room for sign-ups and password changes during a flood. */
const SIGN_INS = 30;

export function createPasswords(settings = SETTINGS): Passwords {
  const { memoryCost, timeCost, parallelism } = settings;
  const current = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
  // The native code runs outside the event loop, but 200 sign-ins per second would take all cores.
  // Half of the cores are used, and requests that would wait longer than about a second are rejected.
  const parallel = Math.max(1, Math.floor(availableParallelism() / 2));
  const run = refusing(createWorkGate({ parallel, waiting: WAITING }));
  const admit = refusing(createWorkGate({ parallel: parallel + SIGN_INS, waiting: 0 }));
  let dummy: Promise<string> | undefined;

  return {
    admit,
    hash: (password) => run(() => hash(password, settings)),
    isOutdated: (passwordHash) => !passwordHash.startsWith(current),
    async verify(password, passwordHash) {
      if (passwordHash !== null && BCRYPT.test(passwordHash)) {
        return run(() => verifyBcrypt(password, passwordHash));
      }
      const isKnown = passwordHash !== null && ARGON2.test(passwordHash);
      dummy ??= hash(newToken(), settings);
      const against = isKnown ? passwordHash : await dummy;
      const matches = await run(() => verify(against, password));
      return isKnown && matches;
    },
  };
}

/** The same gate, answering 429 when full. */
function refusing(gate: WorkGate): WorkGate {
  return async (work) => {
    try {
      return await gate(work);
    } catch (error) {
      throw error instanceof GateShutError ? refusals.tooManyRequests(1) : error;
    }
  };
}
