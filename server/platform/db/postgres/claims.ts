import { setTimeout as sleep } from 'node:timers/promises';
import { type ClaimOptions, DatabaseError } from '../database.ts';
import type { PrimaryClient } from './primary-client.ts';

/** Between two tries for a name that another process has. */
const PAUSE = 100;
/** Milliseconds to get a name back after a lost connection: the server may not have noticed the loss yet. */
const PATIENCE = 2_000;

interface Claim {
  readonly name: string;
  readonly shared: boolean;
}

/** Names that this process has claimed: advisory locks of the listening connection, taken again on its successor. */
export class Claims {
  readonly #held = new Set<Claim>();

  /** False if another process has the name. */
  async claim(client: PrimaryClient, name: string, options: ClaimOptions = {}): Promise<Claim | null> {
    const claim = { name, shared: options.shared ?? false };
    if (!(await lock(client, claim, options.patience ?? 0))) return null;
    this.#held.add(claim);
    return claim;
  }

  /** `client` is undefined while the connection is lost, and the locks with it. */
  async release(client: PrimaryClient | undefined, claim: Claim): Promise<void> {
    if (!this.#held.delete(claim)) return;
    await client?.ask(`select pg_advisory_unlock${suffix(claim)}(${KEY})`, [claim.name]);
  }

  /** Throws 55006 if another process has claimed one of the names in the meantime. */
  async renew(client: PrimaryClient): Promise<void> {
    for (const claim of this.#held) {
      if (await lock(client, claim, PATIENCE)) continue;
      throw new DatabaseError('55006', `another process has taken "${claim.name}" of this database`);
    }
  }
}

const KEY = 'hashtextextended($1, 0)';
const suffix = ({ shared }: Claim): string => (shared ? '_shared' : '');

async function lock(client: PrimaryClient, claim: Claim, patience: number): Promise<boolean> {
  const end = performance.now() + patience;
  for (;;) {
    const { rows } = await client.ask<{ locked: boolean }>(
      `select pg_try_advisory_lock${suffix(claim)}(${KEY}) as locked`,
      [claim.name],
    );
    if (rows[0]?.locked === true) return true;
    if (performance.now() >= end) return false;
    await sleep(PAUSE);
  }
}
