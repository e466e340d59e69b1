import { DatabaseError } from '../database.ts';
import { TimeBudget } from './time-budget.ts';

export interface Waiting {
  readonly usual: number;
  readonly since: number;
  /** Needs more than a slice, and waits until its person has saved enough. */
  readonly isDear: boolean;
  /** Called with the milliseconds it may take. */
  readonly start: (patience: number) => void;
  readonly refuse: (error: DatabaseError) => void;
}

/** Queued and running requests of one person. */
export class Person {
  readonly name: string;
  readonly budget: TimeBudget;
  underWay = 0;
  readonly #usual: Waiting[] = [];
  readonly #dear: Waiting[] = [];

  constructor(name: string, now: number) {
    this.name = name;
    this.budget = new TimeBudget(now);
  }

  get waiting(): number {
    return this.#usual.length + this.#dear.length;
  }

  add(waiting: Waiting): void {
    (waiting.isDear ? this.#dear : this.#usual).push(waiting);
  }

  /** Expensive ones come last: a page load should not wait for a slow search. */
  next(mayBeDear: boolean): Waiting | undefined {
    return this.#usual.shift() ?? (mayBeDear ? this.#dear.shift() : undefined);
  }

  hasNext(mayBeDear: boolean): boolean {
    return this.#usual.length > 0 || (mayBeDear && this.#dear.length > 0);
  }

  /** Rejects requests queued before this time. */
  refuseLate(before: number): void {
    for (const list of [this.#usual, this.#dear]) {
      while (list[0] && list[0].since < before) list.shift()?.refuse(lateError());
    }
  }
}

function lateError(): DatabaseError {
  return new DatabaseError('PT429', 'your requests have used more than their share of the database', {
    hint: 'Others are waiting too. Ask again in a while, for fewer rows or with fewer conditions.',
  });
}
