import type { WhyUnusable } from '#server/product/files/file-facts.ts';

/** A PDF that somebody has built to break its reader. Without an end that is told, it would hold its reader up for long. */
export interface PdfBomb {
  /** Continues "one …". */
  readonly what: string;
  readonly make: () => Buffer;
  /** It is read, and so many of its pages have text. */
  readonly textPages?: number;
  /** It is refused. */
  readonly why?: WhyUnusable;
}
