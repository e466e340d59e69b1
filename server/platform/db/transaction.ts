import {
  DatabaseError,
  type Result,
  type Row,
  type RunOptions,
  type Settings,
  type Statement,
  type Transaction,
} from './database.ts';
import type { Session, Work } from './driver.ts';
import { withPatience } from './patience.ts';

export interface TransactionLimits {
  readonly limit: number;
  readonly idle: number;
  readonly total: number;
  readonly patience?: number | undefined;
  readonly settings?: Settings | undefined;
}

export interface Outcome<T> {
  readonly value: T;
  readonly effects: readonly (() => void)[];
}

/** Runs `work` on a held session, commits or rolls back, and always returns the session. */
export async function runTransaction<T>(
  session: Session,
  work: (tx: Transaction) => Promise<T>,
  limits: TransactionLimits,
): Promise<Outcome<T>> {
  const tx = new OpenTransaction(session, limits);
  try {
    const value = await Promise.race([work(tx), tx.expiry]);
    await tx.commit();
    return { value, effects: tx.effects };
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

class OpenTransaction implements Transaction {
  readonly isTransaction = true;
  readonly effects: (() => void)[] = [];
  /** Rejects when a limit is exceeded; never resolves. */
  readonly expiry: Promise<never>;
  readonly #session: Session;
  readonly #limits: TransactionLimits;
  readonly #total: NodeJS.Timeout;
  #idle: NodeJS.Timeout | undefined;
  #expire: (error: DatabaseError) => void = () => {};
  #begun = false;
  #held = true;
  #running = 0;
  #ended: DatabaseError | undefined;

  constructor(session: Session, limits: TransactionLimits) {
    this.#session = session;
    this.#limits = limits;
    this.expiry = new Promise((_resolve, reject) => {
      this.#expire = (error) => {
        this.#ended ??= error;
        reject(error);
      };
    });
    this.expiry.catch(() => {}); // may reject while nobody awaits it: during COMMIT
    this.#total = setTimeout(() => {
      this.#expire(new DatabaseError('25P04', `transaction over ${limits.total} ms: rolled back`));
    }, limits.total);
    this.#watchIdle();
  }

  batch(statements: readonly Statement[], options: RunOptions = {}): Promise<Result[]> {
    const { settings, keepsJson } = options;
    return this.#run({ statements, settings, keepsJson }, options);
  }

  async query<T extends object = Row>(
    text: string,
    values: readonly unknown[] = [],
    options: RunOptions = {},
  ): Promise<T[]> {
    return rowsOf<T>(await this.batch([{ text, values }], options));
  }

  exec(sql: string, options: RunOptions = {}): Promise<Result[]> {
    return this.#run({ sql }, options);
  }

  afterCommit(effect: () => void): void {
    this.effects.push(effect);
  }

  async commit(): Promise<void> {
    this.#end(new DatabaseError('25P01', 'the transaction is over: committed'));
    if (!this.#begun) return this.rollback();
    this.#held = false;
    if (await this.#session.commit(this.#limits.limit)) return;
    throw new DatabaseError('25P02', 'rolled back: a statement had failed and its error was not thrown on');
  }

  async rollback(): Promise<void> {
    this.#end(new DatabaseError('25P01', 'the transaction is over: rolled back'));
    if (!this.#held) return;
    this.#held = false;
    if (this.#begun) await this.#session.rollback();
    else this.#session.release();
  }

  async #run(work: Work, options: RunOptions): Promise<Result[]> {
    if (this.#ended) throw this.#ended;
    const begin = !this.#begun;
    this.#begun = true;
    this.#running++;
    clearTimeout(this.#idle);
    try {
      const limit = options.limit ?? this.#limits.limit;
      return begin ? await this.#begin(work, limit) : await this.#session.run(work, { limit, begin });
    } finally {
      this.#running--;
      if (this.#running === 0 && !this.#ended) this.#watchIdle();
    }
  }

  /** Runs the first statements, after what holds for the whole transaction. */
  async #begin(work: Work, limit: number): Promise<Result[]> {
    const { patience, settings } = this.#limits;
    if ('statements' in work) {
      const first = withPatience({ ...work, settings: { ...settings, ...work.settings } }, patience);
      return this.#session.run(first, { limit, begin: true });
    }
    await this.#session.run({ statements: [], settings }, { limit, begin: true });
    return this.#session.run(work, { limit, begin: false });
  }

  #watchIdle(): void {
    const { idle } = this.#limits;
    this.#idle = setTimeout(() => {
      this.#expire(new DatabaseError('25P03', `transaction idle for ${idle} ms: rolled back`));
    }, idle);
  }

  #end(reason: DatabaseError): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
    this.#ended ??= reason;
  }
}

/** Returns the rows of the only statement, with the caller's type. */
export function rowsOf<T extends object>(results: readonly Result[]): T[] {
  return (results[0]?.rows ?? []) as T[];
}
