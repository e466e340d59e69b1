import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { newToken } from '#server/lib/ids.ts';
import { createWorkGate, GateShutError } from '#server/lib/work-gate.ts';
import { refusals } from './auth-error.ts';
import { verifyBcrypt } from './bcrypt-thread.ts';

export interface Passwords {
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

export function createPasswords(): Passwords {
  // The native code runs outside of the event loop, but 200 sign-ins a second would take every core from the rest.
  // Half of the cores work, and who would wait longer than about a second is told to come back.
  const gate = createWorkGate({ parallel: Math.max(1, Math.floor(availableParallelism() / 2)), waiting: 40 });
  let dummy: Promise<string> | undefined;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await gate(work);
    } catch (error) {
      throw error instanceof GateShutError ? refusals.tooManyRequests(1) : error;
    }
  }

  return {
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
