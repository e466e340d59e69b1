import { DatabaseError } from '../database.ts';
import type { Meter } from '../driver.ts';
import { Company } from './company.ts';
import { Person, type Waiting } from './person.ts';
import { SLICE } from './time-budget.ts';

export interface TurnQueueOptions {
  /** Maximum concurrent turns of all people. */
  readonly depth: number;
  /** Maximum concurrent turns of one person who is alone. */
  readonly ownDepth: number;
  /** Milliseconds at start during which the engine is slow because of its own compilation. */
  readonly warmUp: number;
}

export interface Turn {
  /** Milliseconds after which work that can end itself should do so. */
  readonly patience: number;
  readonly meter: Meter;
}

export interface TurnOptions {
  /** The patience for somebody who is alone. */
  readonly usual?: number | undefined;
  /** True if the work ended itself for lack of time and had no effect: it may be retried with more. */
  readonly isTooShort?: (error: unknown) => boolean;
}

/** Maximum queued requests per person. */
const WAITING = 200;
/**
 * Milliseconds. Longer than the 38 s it takes to pay off the largest debt, so that debtors wait rather than being
 * rejected.
 */
const LONGEST_WAIT = 60_000;
/** Milliseconds between checks of those waiting for their budget. */
const TICK = 25;
/** Maximum number of remembered budgets; an evicted person starts with a full one. */
const REMEMBERED = 10_000;

/**
 * Fair scheduling on an engine that does one thing at a time: the person with the least usage goes first, with one
 * request each at a time, each within a budget of engine time. Somebody who is alone has no budget. The system's own
 * work bypasses this queue.
 */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  readonly #people = new Map<string, Person>();
  /** People with queued requests, in the order of their next turns. */
  readonly #ring = new Set<Person>();
  readonly #company = new Company();
  readonly #warmAt: number;
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;

  constructor(options: TurnQueueOptions) {
    this.#options = options;
    this.#warmAt = performance.now() + options.warmUp;
  }

  /**
   * Runs the work when its turn comes. Throws PT429 if this person has too many requests queued, or one waits too
   * long.
   */
  async take<T>(
    name: string,
    work: (turn: Turn) => Promise<T>,
    { usual = Number.POSITIVE_INFINITY, isTooShort = () => false }: TurnOptions = {},
  ): Promise<T> {
    const since = performance.now();
    const first = await this.#wait(name, { usual, since, isDear: false });
    try {
      return await this.#run(name, first, work);
    } catch (error) {
      if (first >= usual || !isTooShort(error)) throw error;
    }
    return this.#run(name, await this.#wait(name, { usual, since, isDear: true }), work);
  }

  /** Lets everyone through from now on, because the database is closing. */
  open(): void {
    this.#isOpen = true;
    this.#pump();
  }

  async #run<T>(name: string, patience: number, work: (turn: Turn) => Promise<T>): Promise<T> {
    let spent = 0;
    const meter: Meter = (took) => {
      spent += took;
    };
    try {
      return await work({ patience, meter });
    } finally {
      this.#end(name, spent);
    }
  }

  /** Resolves with the patience of the turn. */
  #wait(name: string, asked: Pick<Waiting, 'usual' | 'since' | 'isDear'>): Promise<number> {
    const person = this.#personOf(name);
    this.#company.note(name, performance.now());
    if (person.waiting >= WAITING) {
      return Promise.reject(new DatabaseError('PT429', `more than ${WAITING} of your requests are waiting`));
    }
    return new Promise((resolve, reject) => {
      person.add({ ...asked, start: resolve, refuse: reject });
      this.#ring.add(person);
      this.#pump();
    });
  }

  #end(name: string, spent: number): void {
    const now = performance.now();
    const person = this.#personOf(name);
    person.underWay -= 1;
    this.#underWay -= 1;
    if (this.#company.isShared(name, now)) {
      person.budget.spend(now < this.#warmAt ? Math.min(spent, SLICE) : spent, now);
    }
    this.#company.note(name, now);
    this.#pump();
  }

  #pump(): void {
    const now = performance.now();
    for (const person of this.#ring) {
      person.refuseLate(now - LONGEST_WAIT);
      if (person.waiting === 0) this.#ring.delete(person);
    }
    for (let person = this.#nextPerson(now); person; person = this.#nextPerson(now)) this.#start(person, now);
    clearTimeout(this.#timer);
    this.#timer = this.#ring.size === 0 ? undefined : setTimeout(() => this.#pump(), TICK);
  }

  /** Returns the eligible person with the least usage; of several, the one whose turn was longest ago. */
  #nextPerson(now: number): Person | undefined {
    let best: Person | undefined;
    for (const person of this.#ring) {
      if (best && person.budget.left(now) <= best.budget.left(now)) continue;
      if (this.#hasTurn(person, now)) best = person;
    }
    return best;
  }

  #hasTurn(person: Person, now: number): boolean {
    if (this.#isOpen) return true;
    if (this.#underWay >= this.#options.depth) return false;
    if (!this.#company.isShared(person.name, now)) return person.underWay < this.#options.ownDepth;
    if (person.underWay > 0 || person.budget.left(now) <= 0) return false;
    return person.hasNext(person.budget.isFull(now));
  }

  #start(person: Person, now: number): void {
    const isShared = !this.#isOpen && this.#company.isShared(person.name, now);
    const next = person.next(!isShared || person.budget.isFull(now));
    if (!next) return;
    person.underWay += 1;
    this.#underWay += 1;
    this.#ring.delete(person);
    if (person.waiting > 0) this.#ring.add(person);
    next.start(isShared ? Math.min(next.usual, person.budget.patience(now)) : next.usual);
  }

  #personOf(name: string): Person {
    const person = this.#people.get(name) ?? new Person(name, performance.now());
    this.#people.delete(name);
    this.#people.set(name, person);
    if (this.#people.size > REMEMBERED) this.#forgetOne();
    return person;
  }

  #forgetOne(): void {
    for (const [name, person] of this.#people) {
      if (person.waiting + person.underWay > 0) continue;
      this.#people.delete(name);
      return;
    }
  }
}
