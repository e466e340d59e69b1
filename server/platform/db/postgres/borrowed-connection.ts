import type { PoolClient } from 'pg';
import { DatabaseError, type Result, type Settings } from '../database.ts';
import type { Batch, Work } from '../driver.ts';
import { encodeBatch, encodeScripts, type Message } from '../protocol/encode.ts';
import { isStale, type PreparedNames } from '../protocol/statement-names.ts';
import { Exchange, type Reply } from './exchange.ts';
import { settingsOf, shortTimeouts, statementTimeout } from './session.ts';

/** The server cancels a statement at its limit. Without an answer this much later, the connection is dead. */
const GRACE = 5_000;

export interface BorrowedOptions {
  readonly names: PreparedNames;
  readonly usualLimit: number;
  /** The session is another one for each transaction, so each has to say all settings. */
  readonly hasSession: boolean;
}

/** A pooled connection, used by one request or one transaction. */
export class BorrowedConnection {
  readonly #client: PoolClient;
  readonly #names: PreparedNames;
  readonly #options: BorrowedOptions;
  /** Current statement timeout of the open transaction. */
  #limit: number;
  #pending = 0;

  constructor(client: PoolClient, options: BorrowedOptions) {
    this.#client = client;
    this.#names = options.names;
    this.#options = options;
    this.#limit = options.usualLimit;
  }

  get isBusy(): boolean {
    return this.#pending > 0;
  }

  /** Runs as its own transaction. */
  async runAlone(work: Work, limit: number): Promise<Result[]> {
    const run = 'sql' in work ? this.#runScriptAlone(work.sql, limit) : this.#runBatchAlone(work, limit);
    const results = await run.catch(async (error: unknown) => {
      await this.#closeTransaction(limit);
      throw error;
    });
    if (!(await this.#closeTransaction(limit))) return results;
    throw new DatabaseError('25001', 'a statement left a transaction open: it was rolled back');
  }

  /** Runs inside the open transaction, after opening it with `begin`. */
  async runInside(work: Work, limit: number, begin: boolean): Promise<Result[]> {
    const own = this.#settingsOf(limit, begin);
    this.#limit = limit;
    if ('statements' in work) return this.#runBatch(withSettings(work, own), limit, begin);
    if (begin || Object.keys(own).length > 0)
      await this.#runBatch({ statements: [], settings: own }, limit, begin);
    return (await this.#send(encodeScripts(work.sql), limit)).results;
  }

  /** Ends the transaction and returns the command tag. */
  async finish(how: 'commit' | 'rollback', limit: number): Promise<string> {
    return (await this.#send(encodeScripts(how), limit)).tag;
  }

  /** Rolls back a transaction that a script left open, so that the connection's next user doesn't inherit it. */
  async #closeTransaction(limit: number): Promise<boolean> {
    if (this.#client.getTransactionStatus() === 'I') return false;
    await this.#send(encodeScripts('rollback'), limit);
    return true;
  }

  /** What the limit needs, at the beginning of a transaction or in the middle. */
  #settingsOf(limit: number, begins: boolean): Settings {
    if (begins && !this.#options.hasSession) return settingsOf(limit);
    if (limit === this.#limit) return {};
    return limit < this.#options.usualLimit ? shortTimeouts(limit) : statementTimeout(limit);
  }

  /** Retries once if a prepared statement turns out to be stale. */
  async #runBatchAlone(batch: Batch, limit: number): Promise<Result[]> {
    const whole = withSettings(batch, this.#settingsOf(limit, true));
    const run = () => this.#runBatch(whole, limit);
    try {
      return await run();
    } catch (error) {
      if (error instanceof DatabaseError && isStale(error)) return run();
      throw error;
    }
  }

  async #runScriptAlone(sql: string, limit: number): Promise<Result[]> {
    if (limit === this.#options.usualLimit) return (await this.#send(encodeScripts(sql), limit)).results;
    // In a separate message, because VACUUM must be alone in its own.
    await this.#send(encodeScripts(`set statement_timeout = ${Math.ceil(limit)}`), limit);
    try {
      return (await this.#send(encodeScripts(sql), limit)).results;
    } finally {
      await this.#send(encodeScripts('reset statement_timeout'), limit);
    }
  }

  async #runBatch(batch: Batch, limit: number, begin = false): Promise<Result[]> {
    const message = encodeBatch(batch, this.#names, { begin });
    try {
      const { results } = await this.#send(message, limit);
      for (const text of message.prepares) this.#names.confirm(text);
      return results;
    } catch (error) {
      if (error instanceof DatabaseError && isStale(error)) this.#names.distrustAll();
      throw error;
    }
  }

  async #send(message: Message, limit: number): Promise<Reply> {
    const timer = setTimeout(() => {
      this.#client.connection.stream.destroy(new Error(`no answer for ${limit + GRACE} ms`));
    }, limit + GRACE);
    this.#pending++;
    try {
      return await this.#client.query(new Exchange(message)).reply;
    } finally {
      this.#pending--;
      clearTimeout(timer);
    }
  }
}

const withSettings = (batch: Batch, own: Settings): Batch => ({
  ...batch,
  settings: { ...own, ...batch.settings },
});
