import { DatabaseError, type Result } from '../database.ts';
import type { Session, Work } from '../driver.ts';
import { encodeBatch, encodeScripts } from '../protocol/encode.ts';
import type { Answer } from './answer.ts';
import type { Request } from './pipeline.ts';

type Outgoing = Omit<Request, 'resolve' | 'reject' | 'held'>;

/** The engine's only session, while a transaction holds it. */
export class HeldSession implements Session {
  readonly #send: (request: Outgoing) => Promise<Answer>;
  readonly #giveBack: () => void;
  #lost = false;

  constructor(send: (request: Outgoing) => Promise<Answer>, giveBack: () => void) {
    this.#send = send;
    this.#giveBack = giveBack;
  }

  async run(work: Work, { limit, begin }: { limit: number; begin: boolean }): Promise<Result[]> {
    if (this.#lost) throw lostError();
    const encode: Outgoing['encode'] = (names) => {
      if ('sql' in work) return encodeScripts(...(begin ? [BEGIN, work.sql] : [work.sql]));
      return encodeBatch(work, names, { begin });
    };
    const { results } = await this.#send({ encode, limit, commits: false });
    return begin && 'sql' in work ? results.slice(1) : results;
  }

  async commit(limit: number): Promise<boolean> {
    if (this.#lost) throw lostError();
    const answer = this.#send({ encode: () => encodeScripts('commit'), limit, commits: true });
    this.#giveBack(); // the engine is first in, first out: the next request may follow the COMMIT at once
    return (await answer).tag === 'COMMIT';
  }

  async rollback(): Promise<void> {
    if (this.#lost) return;
    const answer = this.#send({
      encode: () => encodeScripts('rollback'),
      limit: ROLLBACK_LIMIT,
      commits: false,
    });
    this.#giveBack();
    // It only fails if the engine is lost, and then there is nothing to roll back.
    await answer.catch(() => {});
  }

  release(): void {
    if (!this.#lost) this.#giveBack();
  }

  /** Marks the transaction as lost together with its engine. */
  lose(): void {
    this.#lost = true;
  }
}

const BEGIN = 'begin';
const ROLLBACK_LIMIT = 10_000;

function lostError(): DatabaseError {
  return new DatabaseError('57P01', 'the database was restarted: the transaction was rolled back');
}
