/** What stands on a scanned page, and what it has cost to know. */
export interface ReadScan {
  /** As it was recognised, line by line; empty where nothing was. Foreign text, uncleaned. */
  readonly text: string;
  readonly usage: {
    readonly promptTokens: number;
    readonly completionTokens: number;
    /** USD. */
    readonly cost: number;
  };
}

/** Reads pages that are pictures of text. */
export interface ScanReader {
  /** For people: who was asked. */
  readonly name: string;
  /** USD that one page costs at most. */
  readonly usd: number;
  /** `page`: a PDF of one page. Throws a ProviderError. */
  read(page: Buffer, options: { signal: AbortSignal }): Promise<ReadScan>;
}
