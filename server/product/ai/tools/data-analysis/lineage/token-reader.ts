import type { Token } from './sql-tokens.ts';
import type { Query } from './sql-tree.ts';

/** A query that cannot be followed: what SQLite takes and is not known here. */
export class NotFollowed extends Error {}

/** Reads pieces of a query one after the other. Throws NotFollowed where another stands than has to. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  readonly #readQuery: (reader: TokenReader) => Query;
  #at = 0;

  constructor(tokens: readonly Token[], readQuery: (reader: TokenReader) => Query) {
    this.#tokens = tokens;
    this.#readQuery = readQuery;
  }

  /** A query within another, or within a value. */
  query(): Query {
    return this.#readQuery(this);
  }

  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  /** Whether one of these words or signs is next. */
  isNext(...texts: readonly string[]): boolean {
    return this.isAhead(0, ...texts);
  }

  isAhead(ahead: number, ...texts: readonly string[]): boolean {
    const token = this.peek(ahead);
    return (
      token !== undefined && (token.kind === 'word' || token.kind === 'sign') && texts.includes(token.text)
    );
  }

  /** The next one, where it is one of these. */
  take(...texts: readonly string[]): string | null {
    if (!this.isNext(...texts)) return null;
    return this.next().text;
  }

  next(): Token {
    const token = this.peek();
    if (token === undefined) throw new NotFollowed('it ends too early');
    this.#at += 1;
    return token;
  }

  need(text: string): void {
    if (this.take(text) === null) throw new NotFollowed(`there is no ${text} where one has to be`);
  }

  /** A name, quoted or not. */
  name(): string {
    const token = this.next();
    if (token.kind === 'number' || token.kind === 'sign') throw new NotFollowed(`${token.text} is no name`);
    return token.text.toLowerCase();
  }

  /** Reads something, or goes back to where it began: null. */
  attempt<Read>(read: (reader: TokenReader) => Read): Read | null {
    const before = this.#at;
    try {
      return read(this);
    } catch (error) {
      if (!(error instanceof NotFollowed)) throw error;
      this.#at = before;
      return null;
    }
  }

  /** What stands in brackets, or up to one of these outside of any. */
  skipTo(...texts: readonly string[]): void {
    let depth = 0;
    while (this.peek() !== undefined) {
      if (depth === 0 && this.isNext(...texts)) return;
      if (this.isNext(')') && depth === 0) return;
      const { kind, text } = this.next();
      if (kind !== 'sign') continue;
      if (text === '(') depth += 1;
      if (text === ')') depth -= 1;
    }
  }

  skipBrackets(): void {
    this.need('(');
    this.skipTo();
    this.need(')');
  }
}
