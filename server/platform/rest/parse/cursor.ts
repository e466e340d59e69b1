import { unparsable } from '../respond/request-errors.ts';
import type { RestError } from '../respond/rest-error.ts';

/** Reads one query parameter from left to right and says, in the contract's words, where it stopped making sense. */
export class Cursor {
  at = 0;
  readonly text: string;
  readonly #what: string;

  /** `purpose` as in "failed to parse filter"; `shown` is the parameter as it was sent, where `text` is not that. */
  constructor(text: string, purpose: string, shown = text) {
    this.text = text;
    this.#what = `failed to parse ${purpose} (${shown})`;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  peek(literal: string): boolean {
    return this.text.startsWith(literal, this.at);
  }

  /** Steps over the literal if it comes next. */
  eat(literal: string): boolean {
    if (!this.peek(literal)) return false;
    this.at += literal.length;
    return true;
  }

  expect(literal: string, expecting = `"${literal}"`): void {
    if (!this.eat(literal)) throw this.fail(expecting);
  }

  /** Takes what a sticky expression matches here; empty when it does not match. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  skipBlanks(): void {
    this.take(/[ \t]+/y);
  }

  /** The parameter must end here, or go on as `expecting` says. */
  expectEnd(expecting = 'end of input'): void {
    if (!this.isAtEnd) throw this.fail(expecting, `'${this.#here()}'`);
  }

  fail(expecting: string, unexpected?: string): RestError {
    const found = unexpected ?? (this.isAtEnd ? 'end of input' : `"${this.#here()}"`);
    return this.failWith(`unexpected ${found} expecting ${expecting}`);
  }

  failWith(details: string): RestError {
    return unparsable(this.#what, this.at + 1, details);
  }

  #here(): string {
    return String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
  }
}
