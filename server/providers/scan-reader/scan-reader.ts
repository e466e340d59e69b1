/** Recognized text of a scanned page, and its cost. */
export interface ReadScan {
  /** Recognized line by line; empty if nothing was. Untrusted and uncleaned. */
  readonly text: string;
  readonly usage: {
    readonly promptTokens: number;
    readonly completionTokens: number;
    /** USD. */
    readonly cost: number;
  };
}

/** OCR for scanned pages. */
export interface ScanReader {
  /** Display name. */
  readonly name: string;
  /** Maximum USD per page. */
  readonly usd: number;
  /** `page`: a single-page PDF. Throws ProviderError. */
  read(page: Buffer, options: { signal: AbortSignal }): Promise<ReadScan>;
}
