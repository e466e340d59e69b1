import { DatabaseError } from '../database.ts';
import type { Meter } from '../driver.ts';
import { Company } from './company.ts';
import { Person, type Waiting } from './person.ts';
import { SLICE } from './time-budget.ts';

export interface TurnQueueOptions {
  /** Turns under way at the same time, of all people together. */
  readonly depth: number;
  /** Of one person, while nobody else is there. */
  readonly ownDepth: number;
  /** Milliseconds in which the engine is slow through no fault of whoever asks: it compiles itself. */
  readonly warmUp: number;
}

export interface Turn {
  /** Milliseconds that the work should take at most, if it can end itself. */
  readonly patience: number;
  readonly meter: Meter;
}

export interface TurnOptions {
  /** The patience for somebody who shares the engine with nobody. */
  readonly usual?: number | undefined;
  /** The work ended itself for want of patience and left nothing behind: it may be done again with more. */
  readonly isTooShort?: (error: unknown) => boolean;
}

/** Requests of one person that may wait. */
const WAITING = 200;
/** Milliseconds. The largest debt is paid off in 38 s: whoever owes waits, and is not refused. */
const LONGEST_WAIT = 60_000;
/** How often those are looked at who wait for their budget. */
const TICK = 25;
/** People whose budgets are known. Whoever is forgotten begins anew. */
const REMEMBERED = 10_000;

/**
 * Fair turns on an engine that does one thing after the other: whoever has used least comes first, one work of each
 * person at a time, each within a budget of engine time. Whoever is alone has the engine without a budget. The system's own work does
 * not come here.
 */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  readonly #people = new Map<string, Person>();
  /** Those for whom something waits, in the order of their next turns. */
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

  /** Does the work when its turn has come. Throws PT429 when too much of this person's waits, or waits for too long. */
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

  /** Lets everybody through, now and later: the database is closing. */
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

  /** Of those who may begin, whoever has used least; of several such, whose turn is longest ago. */
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
