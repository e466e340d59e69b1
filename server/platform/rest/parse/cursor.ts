import { unparsable } from '../respond/request-errors.ts';
import type { RestError } from '../respond/rest-error.ts';

/**
 * Reads one query parameter from left to right; errors name the position and the expectation in the contract's words.
 */
export class Cursor {
  at = 0;
  readonly text: string;
  readonly #what: string;

  /** `purpose` as in "failed to parse filter"; `shown` is the parameter as sent, if `text` differs from it. */
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

  /** Consumes the literal if it comes next. */
  eat(literal: string): boolean {
    if (!this.peek(literal)) return false;
    this.at += literal.length;
    return true;
  }

  expect(literal: string, expecting = `"${literal}"`): void {
    if (!this.eat(literal)) throw this.fail(expecting);
  }

  /** Consumes what a sticky expression matches here; returns '' if it doesn't match. */
  take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  skipBlanks(): void {
    this.take(/[ \t]+/y);
  }

  /** Throws unless the parameter ends here; `expecting` describes what else could have followed. */
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
