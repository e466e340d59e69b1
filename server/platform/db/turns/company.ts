/** Milliseconds without a request after which somebody counts as gone. */
const ACTIVE_MS = 2_000;

interface Seen {
  readonly name: string;
  readonly at: number;
}

/** Tracks the last two distinct requesters, which is enough to tell whether somebody is alone. */
export class Company {
  #last: Seen | undefined;
  #lastOther: Seen | undefined;

  note(name: string, at: number): void {
    if (this.#last && this.#last.name !== name) this.#lastOther = this.#last;
    this.#last = { name, at };
  }

  /** True if somebody else was active a moment ago. */
  isShared(name: string, now: number): boolean {
    const other = this.#last?.name === name ? this.#lastOther : this.#last;
    return other !== undefined && now - other.at < ACTIVE_MS;
  }
}
