/** A page of the web as a person would read it: its main text, without menus, scripts and what is hidden. */
export interface ReadPage {
  /** Where it was found in the end, after redirects. */
  readonly url: string;
  readonly title: string;
  /** When it was published, as far as it says so: an ISO date. */
  readonly date: string | null;
  /** What it declares, such as `de-AT`; null when it declares nothing. */
  readonly language: string | null;
  /** Headings, paragraphs, list items and table rows, in order, each on one line; of a PDF its pages. */
  readonly blocks: readonly string[];
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
}

export interface PageReader {
  /** Throws PageError, and the signal's reason when it was stopped. */
  read(url: string, options: { signal: AbortSignal; language: string }): Promise<ReadPage>;
  close(): Promise<void>;
}

/**
 * Why a page was not read. `forbidden`: its address leads into a private network, or is of no kind that is read;
 * `robots`: its owner asks programs to stay away; `type`: neither HTML, plain text nor a PDF; `text`: there is no text in it.
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
