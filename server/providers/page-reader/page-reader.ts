/** A web page's main text as a person would read it, without menus, scripts and hidden content. */
export interface ReadPage {
  /** Final URL after redirects. */
  readonly url: string;
  readonly title: string;
  /** Publication date as stated, in ISO format. */
  readonly date: string | null;
  /** Declared language, such as `de-AT`; null if none. */
  readonly language: string | null;
  /** Headings, paragraphs, list items and table rows in order, one line each; for a PDF, its pages. */
  readonly blocks: readonly string[];
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
}

export interface PageReader {
  /** Throws PageError, or the signal's reason if aborted. */
  read(url: string, options: { signal: AbortSignal; language: string }): Promise<ReadPage>;
  close(): Promise<void>;
}

/**
 * Why a page wasn't read. `forbidden`: its URL leads into a private network, or isn't of a supported kind;
 * `robots`: its owner disallows programs; `type`: neither HTML, plain text nor a PDF; `text`: it contains no text.
 */
export type PageFailure =
  | 'forbidden'
  | 'robots'
  | 'unreachable'
  | 'status'
  | 'redirects'
  | 'type'
  | 'size'
  | 'slow'
  | 'text';

export class PageError extends Error {
  override readonly name = 'PageError';
  readonly why: PageFailure;

  constructor(why: PageFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.why = why;
  }
}
