import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import { DEFAULT_LIMIT } from '../create-database.ts';
import { DatabaseError, type Reader, type Result, type RunOptions, type Statement } from '../database.ts';
import { isLost } from '../lost.ts';
import { withPatience } from '../patience.ts';
import { ConnectionPool } from './connection-pool.ts';
import { examineAddress } from './examine-address.ts';
import { askingWritten, assertFit, REPLAYED, UnfitError, type Written } from './replay.ts';

export interface StandbyOptions {
  readonly url: string;
  /** Says what has been committed, and answers what the standby can't. */
  readonly primary: Reader;
  readonly log: Log;
  readonly maxConnections?: number;
}

/** Milliseconds until the primary is asked instead. */
const PATIENCE = 1_500;
/** Milliseconds for which the primary answers everything after that, so that few wait for a standby that is ill. */
const PAUSE = 2_000;
/** SQLSTATE of a statement that takes too long, on the primary as well. */
const TOO_LONG = '57014';

/**
 * Lets a standby answer what only reads, with all that the primary had committed when it was asked: whoever wrote it, in
 * whichever process. So nobody misses what they did, or what they were told of, a moment ago. Whatever the standby can't
 * answer, the primary does.
 */
export class Standby implements Reader {
  readonly #options: StandbyOptions;
  readonly #written: () => Promise<Written>;
  #opening: Promise<ConnectionPool> | undefined;
  #pool: ConnectionPool | undefined;
  #isTrusted = false;
  #hasFailed = false;
  #restsUntil = 0;

  constructor(options: StandbyOptions) {
    this.#options = options;
    this.#written = askingWritten(options.primary);
  }

  async batch(statements: readonly Statement[], options: RunOptions = {}): Promise<Result[]> {
    const { primary } = this.#options;
    if (!this.#mayAsk()) return primary.batch(statements, options);
    try {
      const answers = await inTime(this.#ask(statements, options));
      this.#trust();
      return answers;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === TOO_LONG) throw error;
      // What it only can't do, the primary may.
      if (!(error instanceof DatabaseError) || isLost(error)) this.#rest(error);
      return primary.batch(statements, options);
    }
  }

  /** Null if it can answer now. */
  async problem(): Promise<string | null> {
    try {
      await inTime(this.#ask([], {}));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async close(limit: number): Promise<void> {
    await this.#pool?.close(limit);
  }

  async #ask(statements: readonly Statement[], options: RunOptions): Promise<Result[]> {
    const { settings, keepsJson, patience, limit = DEFAULT_LIMIT } = options;
    const { place, history } = await this.#written();
    const pool = await this.#open();
    const { connection, release } = await pool.lease();
    try {
      const all = [{ text: REPLAYED, values: [place, history] }, ...statements];
      const work = withPatience({ statements: all, settings, keepsJson }, patience);
      const [replayed, ...answers] = await connection.runAlone(work, limit);
      assertFit(replayed);
      return answers;
    } finally {
      release();
    }
  }

  #open(): Promise<ConnectionPool> {
    this.#opening ??= this.#openPool().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #openPool(): Promise<ConnectionPool> {
    const { url, log, maxConnections = 10 } = this.#options;
    const address = await examineAddress(url, { log, mayBeStandby: true });
    this.#pool = new ConnectionPool({
      address,
      log,
      maxConnections,
      maxQueue: 10_000,
      limit: DEFAULT_LIMIT,
      mayBeStandby: true,
    });
    return this.#pool;
  }

  /** While it rests, one question after each pause tries it again. */
  #mayAsk(): boolean {
    if (this.#isTrusted) return true;
    if (performance.now() < this.#restsUntil) return false;
    this.#restsUntil = performance.now() + PAUSE;
    return true;
  }

  #trust(): void {
    if (!this.#isTrusted) this.#options.log.info('a standby answers lists');
    this.#isTrusted = true;
    this.#hasFailed = false;
  }

  #rest(error: unknown): void {
    if (!this.#hasFailed)
      this.#options.log.warn("the standby can't answer lists, the primary does", { error });
    this.#hasFailed = true;
    this.#isTrusted = false;
    this.#restsUntil = performance.now() + PAUSE;
    if (!(error instanceof UnfitError)) this.#pool?.renew();
  }
}

/** The rest of an answer that comes too late is dropped. */
async function inTime<T>(asked: Promise<T>): Promise<T> {
  const end = new AbortController();
  const late = sleep(PATIENCE, undefined, { signal: end.signal }).then(() => {
    throw new Error(`no answer from the standby within ${PATIENCE} ms`);
  });
  asked.catch(() => {});
  late.catch(() => {});
  try {
    return await Promise.race([asked, late]);
  } finally {
    end.abort();
  }
}
