import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { newToken } from '#server/lib/ids.ts';
import { createWorkGate, GateShutError, type WorkGate } from '#server/lib/work-gate.ts';
import { refusals } from '../wire/auth-error.ts';
import { verifyBcrypt } from './bcrypt-thread.ts';

export interface Passwords {
  /**
   * Runs one sign-in by password. Throws a 429 at once when as many are at work as can be answered soon: what is shed
   * of a flood costs neither a hash nor a statement.
   */
  admit<T>(signIn: () => Promise<T>): Promise<T>;
  /** Argon2id. Throws a 429 when too many are waiting already. */
  hash(password: string): Promise<string>;
  /**
   * Whether this is the password behind the hash. Without a hash (nobody with this address, no password set) it
   * works as long and answers false, so that the time tells nothing.
   */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
  /** True for hashes of another kind or with weaker settings, such as those of imported people. */
  isOutdated(passwordHash: string): boolean;
}

/** OWASP's least: 19 MiB, two passes. One hash then takes about 20 ms of one core. */
const SETTINGS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const ARGON2 = /^\$argon2(id|i|d)\$/;
const BCRYPT = /^\$2[aby]\$\d\d\$/;

/** Hashes that may wait. */
const WAITING = 40;
/** Sign-ins among them: a flood of these leaves room for whoever signs up or changes a password. */
const SIGN_INS = 30;

export function createPasswords(): Passwords {
  // The native code runs outside of the event loop, but 200 sign-ins a second would take every core from the rest.
  // Half of the cores work, and who would wait longer than about a second is told to come back.
  const parallel = Math.max(1, Math.floor(availableParallelism() / 2));
  const run = refusing(createWorkGate({ parallel, waiting: WAITING }));
  const admit = refusing(createWorkGate({ parallel: parallel + SIGN_INS, waiting: 0 }));
  let dummy: Promise<string> | undefined;

  return {
    admit,
    hash: (password) => run(() => hash(password, SETTINGS)),
    isOutdated: (passwordHash) => !CURRENT.test(passwordHash),
    async verify(password, passwordHash) {
      if (passwordHash !== null && BCRYPT.test(passwordHash)) {
        return run(() => verifyBcrypt(password, passwordHash));
      }
      const isKnown = passwordHash !== null && ARGON2.test(passwordHash);
      dummy ??= hash(newToken(), SETTINGS);
      const against = isKnown ? passwordHash : await dummy;
      const matches = await run(() => verify(against, password));
      return isKnown && matches;
    },
  };
}

/** The same gate, whose refusal is a 429. */
function refusing(gate: WorkGate): WorkGate {
  return async (work) => {
    try {
      return await gate(work);
    } catch (error) {
      throw error instanceof GateShutError ? refusals.tooManyRequests(1) : error;
    }
  };
}
