/** Milliseconds after which somebody who asked for nothing is no longer there. */
const HERE = 2_000;

interface Seen {
  readonly name: string;
  readonly at: number;
}

/** Who asked for something last, and who before: all that is needed to know whether somebody is alone. */
export class Company {
  #last: Seen | undefined;
  #lastOther: Seen | undefined;

  note(name: string, at: number): void {
    if (this.#last && this.#last.name !== name) this.#lastOther = this.#last;
    this.#last = { name, at };
  }

  /** Somebody else was there a moment ago. */
  isShared(name: string, now: number): boolean {
    const other = this.#last?.name === name ? this.#lastOther : this.#last;
    return other !== undefined && now - other.at < HERE;
  }
}
